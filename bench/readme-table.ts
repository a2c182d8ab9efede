import type { Figures } from './keep.ts'

const oneDigit = (value: number) => value.toFixed(1)

/** What a bench kept, by the name of the value. @throws Error if it kept no such value */
function valuesOf(figures: Figures, name: string): (value: string) => number {
  const found = figures[name]
  if (!found) throw new Error(`docs/figures.json has nothing of ${name}`)
  return value => {
    const number = found.values[value]
    if (number === undefined) throw new Error(`docs/figures.json lacks ${name}.${value}`)
    return number
  }
}

/** The rows of the README's table, made from what the benches kept: what, result, reference, command. */
function rowsOf(figures: Figures): string[][] {
  const of = (name: string) => valuesOf(figures, name)
  const command = (name: string) => `\`${figures[name]?.command}\``
  const playable = of('playable')
  const memory = of('upload-memory')
  const telemetry = of('telemetry')
  const analysis = of('analysis')
  const ladder = of('ladder')
  const lighthouse = of('lighthouse')
  const many = of('many-videos')
  const admin = of('admin')
  const ledger = of('ledger')
  const start = of('first-start')
  const segments = of('segments')
  const calls = of('api')
  return [
    [
      'The ten calls that pages make most, 20 clients',
      `${calls('middleRatio')} times a bare Fastify with the same SQL, the slowest ${calls('leastRatio')} times`,
      'goal 0.6 times',
      command('api'),
    ],
    [
      'Segments of 3 MB from a folder, 32 connections; of 300 kB',
      `${segments('largeRatio')} times nginx; ${segments('smallRatio')} times`,
      'goal 0.8 times; the small ones missed: Node writes each to its socket from memory of its own',
      command('segments'),
    ],
    [
      'First start on a bare Debian, to the first page',
      `${start('rootSeconds')} s as root, ${start('plainSeconds')} s as a plain user, later starts ${oneDigit(start('secondSeconds'))} s`,
      'goal 60 s and 3 s',
      command('first-start'),
    ],
    [
      'Last byte to playable, 60 s of 1080p (46 MB)',
      `${oneDigit(playable('minuteSeconds'))} s`,
      `\`ffmpeg -c copy\` to HLS: ${oneDigit(playable('minuteReferenceSeconds'))} s`,
      command('playable'),
    ],
    [
      'Last byte to playable, 10 min of 1080p (459 MB)',
      `${oneDigit(playable('tenMinutesSeconds'))} s`,
      `the same: ${oneDigit(playable('tenMinutesReferenceSeconds'))} s`,
      command('playable'),
    ],
    [
      'Memory added by a 500 MB upload',
      `${memory('tusMegabytes')} MB (tus), ${memory('formMegabytes')} MB (form)`,
      '',
      command('upload-memory'),
    ],
    [
      'Reading the telemetry of an hour',
      `${oneDigit(telemetry('firstSeconds'))} s, ${telemetry('peakMegabytes')} MB`,
      `plain reading of the same bytes: ${telemetry('plainSeconds') * 1000} ms`,
      command('telemetry'),
    ],
    [
      'Analysis of a minute of 1080p30',
      `${analysis('timesRealTime')} times real time, ${analysis('cpuRatio')} times the CPU of a decode (goal 1.15)`,
      `\`ffmpeg -f null -\`: ${analysis('decodeTimesRealTime')} times real time`,
      command('analysis'),
    ],
    [
      'Ladder of a minute of 1080p30',
      `${ladder('cpuRatio').toFixed(2)} times the CPU (goal 1.02), SSIM ${ladder('ssim1080').toFixed(2)} at 1080p, ${ladder('ssim240').toFixed(2)} at 240p`,
      'one ffmpeg with the same renditions',
      command('ladder'),
    ],
    [
      'Memory of the analysis of an hour with telemetry',
      `${analysis('hourMegabytes')} MB in Node (goal 200)`,
      '',
      command('analysis'),
    ],
    ...[
      ['Landing page on a phone with slow 4G, cold', 'landing'],
      ['Dashboard, signed in, the same', 'dashboard'],
      ['The page of a video, signed in, the same', 'video'],
    ].map(([what = '', page]) => [
      what,
      `performance ${lighthouse(`${page}Performance`)}, accessibility ${lighthouse(`${page}Accessibility`)}, painted in ${oneDigit(lighthouse(`${page}Seconds`))} s`,
      'goal 95, 100, 1.5 s',
      command('lighthouse'),
    ]),
    [
      "A rider's 2,000 videos",
      `usable ${many('interactiveMs')} ms after the data, slowest reaction ${many('slowestMs')} ms`,
      'goal 200 ms',
      command('many-videos'),
    ],
    [
      "Staff's lists with 1,000,000 videos, 20 clients at once",
      `slowest p95 ${admin('slowestP95Ms')} ms`,
      `at a tenth of the size: ×${admin('growthAtMost')} at most`,
      command('admin'),
    ],
    [
      "A year's report among 10,000,000 ledger entries, 20 at once",
      `p95 ${ledger('reportP95Ms')} ms`,
      'goal 100 ms',
      command('ledger'),
    ],
    [
      'A page of transactions there',
      `p95 ${ledger('transactionsP95Ms')} ms`,
      'goal 30 ms, missed: bound by processor time',
      command('ledger'),
    ],
    ['Views of 100,000 videos booked', `${ledger('viewsSeconds')} s`, 'goal 60 s', command('ledger')],
  ]
}

/** The README's table as Markdown. */
export const readmeTable = (figures: Figures): string =>
  [
    '| What | Result | Compare | Command |',
    '|---|---|---|---|',
    ...rowsOf(figures).map(cells => `| ${cells.map(cell => cell || '–').join(' | ')} |`),
  ].join('\n')

/** The README's sentence about how well highlights are found. */
export function readmeQuality({ evaluate }: Figures): string {
  if (!evaluate) throw new Error('docs/figures.json has nothing of evaluate')
  const value = (name: string) => evaluate.values[name]!.toFixed(2)
  return `On 24 simulated rides that were never tuned on (\`${evaluate.command}\`), F1 at half overlap is ${value('withTelemetry')} with telemetry and ${value('without')} from picture and sound alone; picking the loudest moments scores ${value('loudest')}. With telemetry every jump of half a second or more is found, its airtime to ${evaluate.values.airtimeMs} ms, and scores order moments with a rank correlation of ${value('rank')} (${value('rankWithout')} without). In the plain world, which is closer to the rides it was tuned on, F1 is ${value('plainWith')} and ${value('plainWithout')}.`
}
