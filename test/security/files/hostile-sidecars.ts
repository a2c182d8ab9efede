import { random } from '../../harness/random.ts'

type Pick = (below: number) => number

const point = (second: number, lat: string | number = 45, lon: string | number = 7) =>
  `<trkpt lat="${lat}" lon="${lon}"><ele>5</ele><time>2026-11-21T10:00:${String(second % 60).padStart(2, '0')}Z</time></trkpt>`
const track = (inside: string) =>
  `<?xml version="1.0"?><gpx creator="x"><trk><trkseg>${point(0)}${inside}${point(1)}</trkseg></trk></gpx>`
const numbers = ['1e309', '-1e309', 'NaN', 'Infinity', '1e-400', '0x10', '9'.repeat(5000), '--5', '', '1e5']
const rows = (count: number, row: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => row(i))
const telemetryCsv = (count: number) => `time,lat,lon,alt\n${rows(count, i => `${i},45,7,${i}`).join('\n')}\n`

/** Nested entities that would expand to 10^9 letters. */
const laughs = `<!DOCTYPE gpx [<!ENTITY a0 "ha">${rows(10, i => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`).join('')}]>`

/** Each kind of attack, and a text of about `size` letters that uses it. */
const kinds: Record<string, (size: number, pick: Pick) => string> = {
  'a name without an end': size => `<gpx><trk ${'a'.repeat(size)}></gpx>`,
  'a tag without an end': size => `<gpx><trk a="${'a'.repeat(size)}`,
  'an attribute of this size': size => track(`<name x="${'a'.repeat(size)}"/>`),
  'many attributes': size => track(`<name ${rows(Math.min(size / 8, 1e6), i => `a${i}="1"`).join(' ')}/>`),
  'attributes without values': size => track(`<name ${'a = '.repeat(Math.floor(size / 4))}/>`),
  'open quotes': size => track('<name a="'.repeat(size / 9)),
  'deep nesting': size => track('<a>'.repeat(size / 3)),
  'closing tags only': size => track('</a>'.repeat(Math.floor(size / 4))),
  'a comment without an end': size => `<gpx><!--${'- '.repeat(size / 2)}`,
  'a comment of dashes': size => track(`<!--${'-'.repeat(size)}-->`),
  'CDATA without an end': size => `<gpx><![CDATA[${']] '.repeat(size / 3)}`,
  'CDATA of brackets': size => track(`<![CDATA[${']'.repeat(size)}]]>`),
  'an instruction without an end': size => `<?xml ${'? '.repeat(size / 2)}`,
  'opening brackets only': size => '<'.repeat(size),
  'entities that multiply': () => `<?xml version="1.0"?>${laughs}<gpx><name>&a10;</name></gpx>`,
  'an external entity': () =>
    `<!DOCTYPE gpx [<!ENTITY x SYSTEM "file:///etc/passwd">]><gpx><trk><name>&x;</name></trk></gpx>`,
  'an external subset': () => `<!DOCTYPE gpx SYSTEM "http://127.0.0.1:9/x.dtd">${track('')}`,
  'ampersands only': size => track(`<name>${'&'.repeat(size)}</name>`),
  'a text of this size': size => track(`<time>${'1'.repeat(size)}</time>`),
  'blanks in a date': size => track(`<time>2026-11-21T10:00${' '.repeat(Math.min(size, 60_000))}</time>`),
  'numbers that are none': (_, pick) =>
    track(rows(50, i => point(i, numbers[pick(numbers.length)], numbers[pick(numbers.length)])).join('')),
  'points out of order': size => track(rows(size / 100, i => point(59 - (i % 60))).join('')),
  'empty segments': size => track('<trkseg></trkseg>'.repeat(size / 18)),
  'NULs in XML': size => track(`<name>${'\0'.repeat(Math.min(size, 60_000))}</name>`),
  'NULs from the start': size => `time\0,lat${'\0'.repeat(Math.min(size, 100_000))}`,
  'NULs in CSV': size => `${telemetryCsv(300)}${'\0'.repeat(Math.min(size, 15_000))}\n`,
  'a line of this size': size => `time,lat,lon\n${'1'.repeat(size)}`,
  'a header of brackets': size => `${'('.repeat(size)}\n1,2,3\n`,
  'a header of columns': size => `time,lat,lon${',speed (km/h)'.repeat(size / 13)}\n0,45,7\n`,
  'a row of separators': size => `time,lat,lon\n${','.repeat(size)}\n`,
  'a quote without an end': size => `time,lat,lon\n"${'a,'.repeat(size / 2)}`,
  'empty lines': size => `time,lat,lon\n${'\n'.repeat(size)}0,45,7\n`,
  'carriage returns': size => `time,lat,lon\r${'\r'.repeat(size)}0,45,7\r`,
  'no times': size => `time,lat,lon\n${'x,45,7\n'.repeat(size / 7)}`,
  'times of other centuries': size => `date,lat,lon\n${'9999-99-99T99:99:99Z,45,7\n'.repeat(size / 26)}`,
  'a gcsv without a table': size => `GYROFLOW IMU LOG\n${rows(size / 12, i => `key${i},value`).join('\n')}`,
  'a gcsv with no scale': () => 'GYROFLOW IMU LOG\ntscale,0\nt,gx,gy,gz\n0,1,2,3\n',
  'honest rows': size => telemetryCsv(size / 12),
  'an honest track': size => track(rows(size / 100, i => point(i)).join('')),
}

export const kindsOfHostility = Object.keys(kinds)

/** An undamaged text of one kind, about `size` letters. */
export const hostileText = (kind: string, size: number): string =>
  (kinds[kind] as (size: number, pick: Pick) => string)(size, random(1))

export interface HostileSidecar {
  kind: string
  bytes: Buffer
}

/** Bytes changed, cut off or duplicated at random places. */
function damage(bytes: Buffer, pick: Pick): Buffer {
  for (let changes = pick(12); changes > 0 && bytes.length > 8; changes--) {
    const at = pick(bytes.length - 4)
    const what = pick(4)
    if (what === 0) bytes[at] = pick(256)
    else if (what === 1) bytes.write(['<', '>', '"', '&', '\0', ']]>', '-->', ','][pick(8)] as string, at)
    else if (what === 2 && pick(8) === 0) bytes = bytes.subarray(0, at)
    else bytes.copyWithin(pick(bytes.length - 4), at, at + 1 + pick(64))
  }
  return bytes
}

/**
 * A telemetry file made to hurt its reader: each kind in turn, randomly damaged, few of them full size.
 * @param seed the same one gives the same file
 * @param largest approximate size in bytes
 */
export function hostileSidecar(seed: number, largest: number): HostileSidecar {
  const pick = random(seed)
  const kind = kindsOfHostility[seed % kindsOfHostility.length] as string
  const size = pick(12) === 0 ? largest : 1 + pick(Math.min(largest, 200_000))
  const bytes = Buffer.from((kinds[kind] as (size: number, pick: Pick) => string)(size, pick))
  return { kind, bytes: pick(2) === 0 ? damage(bytes, pick) : bytes }
}
