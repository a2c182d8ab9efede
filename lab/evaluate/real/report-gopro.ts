import { type GoProSample, readGoProSamples } from './gopro.ts'
import { judge } from './score.ts'
import { markdown } from './table.ts'

const track = (of: GoProSample['ours']) =>
  of ? `${of.points} points, ${of.meters.toFixed(0)} m, top ${of.top.toFixed(0)} km/h` : '–'

function findings({ recording }: GoProSample): string {
  const { evidence, highlights } = judge(recording)
  const items = evidence.map(
    item => `${item.type.replaceAll('_', ' ')} at ${item.core.toFixed(0)} s: ${item.text}`,
  )
  return `- ${recording.name}: ${items.length > 0 ? items.join('; ') : 'nothing'}. Highlights: ${highlights.length}.`
}

/** Tracks of several cameras compared with another program's reading, and what is found in them. */
export async function reportOnGoPros(folder: string): Promise<string> {
  const samples = await readGoProSamples(folder)
  const rows = samples.map(({ recording, sensorHz, ours, theirs, apart }) => [
    recording.name,
    recording.telemetry.device ?? '',
    recording.seconds.toFixed(0),
    sensorHz.toFixed(0),
    track(ours),
    track(theirs),
    apart ? `${apart.median.toFixed(1)}, ${apart.most.toFixed(1)}` : '–',
  ])
  return [
    '## GoPro tracks (gopro2gpx samples)',
    'The other track is of the same receiver, read by another program (gopro2gpx, all points, also those without a fix), over the time in which ours has a position. Jumps, braking and turns cannot be judged where a time-lapse left one sample of the sensors in each payload. Nobody labeled these; at walking pace there is no jump.',
    markdown(
      ['sample', 'camera', 'seconds', 'sensor Hz', 'our track', 'theirs', 'm apart, median and 95 %'],
      rows,
    ),
    samples.map(findings).join('\n'),
  ].join('\n\n')
}
