import { expect, test } from 'vitest'
import { ffmpegCommand, ffprobeCommand, type Output } from './command.ts'

const places = { input: '/in/ride.mp4', folder: '/out' }
const picture: Output = { maps: ['0:0'], options: ['-c:v', 'copy'], to: { kind: 'mp4', name: 'a.mp4' } }
const source = { file: '/in/ride.mp4', demuxer: 'mov' }

test('every output contains only its video and audio', () => {
  const outputs: Output[] = [
    picture,
    { maps: ['[v]', '0:1'], options: [], to: { kind: 'hls', folder: '0', segmentSeconds: 4 } },
    { maps: ['0:V:0'], options: [], to: { kind: 'pipe', fd: 1, format: 'rawvideo' } },
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

test.each([[[]], [['0']], [['0:d']], [['-1']], [['0:0', '0']]])('refuses an output that maps %j', maps => {
  expect(() => ffmpegCommand({ ...source, folder: '/out', outputs: [{ ...picture, maps }] })).toThrow(
    'names its streams',
  )
})

test('refuses a file output without a folder', () => {
  expect(() => ffmpegCommand({ ...source, outputs: [picture] })).toThrow('needs a folder')
})
