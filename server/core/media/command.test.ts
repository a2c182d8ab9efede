import { expect, test } from 'vitest'
import { ffmpegCommand, ffprobeCommand, type Output } from './command.ts'
import { onlyPicture, streamsOf } from './streams.ts'

const places = { input: '/in/ride.mp4', folder: '/out' }
const picture: Output = { maps: ['picture'], options: ['-c:v', 'copy'], to: { kind: 'mp4', name: 'a.mp4' } }
/** As of a phone that records two kinds of sound: the picture is third, the sound that decodes second. */
const streams = streamsOf({ video: { index: 2 }, audio: { index: 1 } })
const source = { file: '/in/ride.mp4', demuxer: 'mov', streams }

test('every output contains only its video and audio', () => {
  const outputs: Output[] = [
    picture,
    { maps: ['[v]', 'sound'], options: [], to: { kind: 'hls', folder: '0', segmentSeconds: 4 } },
    { maps: ['picture'], options: [], to: { kind: 'pipe', fd: 1, format: 'rawvideo' } },
  ]
  const args = ffmpegCommand({ ...source, folder: '/out', outputs }).argv(places)
  const count = (flag: string, value?: string) =>
    args.filter((arg, i) => arg === flag && (value === undefined || args[i + 1] === value)).length
  for (const [flag, value] of [
    ['-map_metadata', '-1'],
    ['-map_chapters', '-1'],
    ['-fflags', '+bitexact'],
    ['-flags:v', '+bitexact'],
    ['-flags:a', '+bitexact'],
    ['-dn', undefined],
    ['-sn', undefined],
  ] as const)
    expect(count(flag, value), flag).toBe(outputs.length)
})

test('every input is limited to one demuxer, the allowed decoders and local files', () => {
  const parts = [
    { start: 1, seconds: 2 },
    { start: 5, seconds: 1 },
  ]
  const args = ffmpegCommand({ ...source, folder: '/out', parts, outputs: [picture] }).argv(places)
  const inputs = args.flatMap((arg, i) => (arg === '-i' ? [i] : []))
  expect(inputs).toHaveLength(2)
  for (const at of [...inputs.map(i => args.slice(i - 8, i + 2))])
    expect(at).toEqual(
      [
        ...['-protocol_whitelist', 'file', '-format_whitelist', 'mov'],
        ...['-codec_whitelist', expect.stringMatching(/^h264,hevc,/)],
        ...['-f', 'mov', '-i', 'file:/in/ride.mp4'],
      ].slice(0, 10),
    )
  expect(ffprobeCommand(source, []).argv(places)).toEqual(
    expect.arrayContaining(['-format_whitelist', 'mov']),
  )
})

test('maps and filters name the chosen streams, of each input that reads the file', () => {
  const filter = '[0:picture][1:picture]concat=n=2[v];[1:sound]anull[a];[2:0]null[gauges]'
  const outputs: Output[] = [{ ...picture, maps: ['picture', 'sound', '[v]'] }]
  const fed = { width: 2, height: 2, rate: 1 }
  const parts = [{ start: 0 }, { start: 1 }]
  const args = ffmpegCommand({ ...source, parts, fed, filter, folder: '/out', outputs }).argv(places)
  expect(args[args.indexOf('-filter_complex') + 1]).toBe(
    '[0:2][1:2]concat=n=2[v];[1:1]anull[a];[2:0]null[gauges]',
  )
  expect(args.flatMap((arg, i) => (arg === '-map' ? [args[i + 1]] : []))).toEqual(['0:2', '0:1', '[v]'])
})

test.each(['0:a:0', '0:V:0', '0:0', '0', '-1', '[0:a]', '[0]'])('refuses an output that maps %j', map => {
  const maps = [map as Output['maps'][number]]
  expect(() => ffmpegCommand({ ...source, folder: '/out', outputs: [{ ...picture, maps }] })).toThrow(
    'No stream was chosen',
  )
})

test.each(['[0:v]null[v]', '[0:a:0]anull[v]', '[0:1]null[v]', '[0]null[v]'])(
  'refuses the filter %j, which chooses a stream itself',
  filter => {
    const command = ffmpegCommand({
      ...source,
      folder: '/out',
      filter,
      outputs: [{ ...picture, maps: ['[v]'] }],
    })
    expect(() => command.argv(places)).toThrow('No stream was chosen')
  },
)

test('refuses sound of a file without any, and an output of nothing', () => {
  const of = (maps: Output['maps']) => () =>
    ffmpegCommand({ ...source, streams: onlyPicture, folder: '/out', outputs: [{ ...picture, maps }] })
  expect(of(['sound'])).toThrow('No stream was chosen')
  expect(of([])).toThrow('names its streams')
})

test('refuses a file output without a folder', () => {
  expect(() => ffmpegCommand({ ...source, outputs: [picture] })).toThrow('needs a folder')
})
