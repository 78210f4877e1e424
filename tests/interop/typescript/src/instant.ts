/** Instants as nanoseconds since 1970, for a Date keeps milliseconds. */

const PARTS = /^([0-9-]{10})T([0-9:]{8})(?:[.]([0-9]{1,9}))?(?:Z|([+-])([0-9]{2}):([0-9]{2}))$/;
const SECOND = 1_000_000_000n;

export const FIRST = nanoseconds("0001-01-01T00:00:00Z");
export const LAST = nanoseconds("9999-12-31T23:59:59.999999999Z");

/** The moment that a valid text stands for. */
export function nanoseconds(text: string): bigint {
  const parts = PARTS.exec(text.toUpperCase());
  if (!parts) throw new TypeError(`no instant: ${text}`);
  const [, date, time, fraction = "", sign, hours = "0", minutes = "0"] = parts;
  const offset = BigInt(hours) * 3600n + BigInt(minutes) * 60n;
  const seconds = BigInt(Date.parse(`${date}T${time}Z`) / 1000) + (sign === "-" ? offset : -offset);
  return seconds * SECOND + BigInt(fraction.padEnd(9, "0"));
}

/** As others write it: in UTC, with 0, 3, 6 or 9 fraction digits. */
export function instant(moment: bigint): string {
  const fraction = ((moment % SECOND) + SECOND) % SECOND;
  const whole = new Date(Number((moment - fraction) / 1_000_000n)).toISOString().slice(0, 19);
  const digits = String(fraction).padStart(9, "0").replace(/(000)+$/, "");
  return `${whole}${digits && "."}${digits}Z`;
}
