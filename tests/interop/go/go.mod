module runsnap.invalid/consumer

go 1.26

require (
	github.com/go-json-experiment/json v1.27.2
	github.com/hamba/avro/v2 v2.31.0
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
)

require (
	github.com/ettle/strcase v0.2.0 // indirect
	github.com/go-viper/mapstructure/v2 v2.4.0 // indirect
	github.com/golang/snappy v1.0.0 // indirect
	github.com/json-iterator/go v1.1.12 // indirect
	github.com/klauspost/compress v1.18.2 // indirect
	github.com/modern-go/concurrent v0.0.0-20180306012644-bacd9c7ef1dd // indirect
	github.com/modern-go/reflect2 v1.0.2 // indirect
	golang.org/x/mod v0.31.0 // indirect
	golang.org/x/sync v0.19.0 // indirect
	golang.org/x/text v0.14.0 // indirect
	golang.org/x/tools v0.40.0 // indirect
)

tool github.com/hamba/avro/v2/cmd/avrogen
