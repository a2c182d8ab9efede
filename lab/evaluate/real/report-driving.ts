import { levelHz, levelMotion } from '#server/analysis/attitude/level.ts'
import { travelMotion } from '#server/analysis/attitude/travel.ts'
import { argMax, runs } from '#server/analysis/math.ts'
import { STANDARD_GRAVITY } from '#telemetry/derive.ts'
import { partOf, readTrips } from './driving.ts'
import { asked, type Judged, judge, slack } from './score.ts'
import { markdown, rate } from './table.ts'
import type { Recording } from './types.ts'

/**
 * Thresholds are chosen on trip 17 and the first half of trip 20; trip 21 and the rest of trip 20 are for
 * reporting. Half a trip, because only one trip has braking and only one has turns.
 */
const tuningTrips = ['trip 17']
const sharedTrip = 'trip 20'
const sharedUntil = 300

const names = ['hard braking', 'hard acceleration', 'sharp right turn', 'sharp left turn']
const others = ['lane change right', 'lane change left', 'gentle driving']

/** "Braking and turns: recall 0.92 (11 of 12)" */
function recall(title: string, labels: Judged['labels']): string {
  const found = labels.filter(one => one.found).length
  const share = labels.length > 0 ? (found / labels.length).toFixed(2) : '–'
  return `${title}: recall ${share} (${found} of ${labels.length})`
}

/** False alarms per kind, and how many labels of gentle driving and lane changes contain a find. */
function mistakes(judged: readonly Judged[]): string[] {
  const wrong = judged.flatMap(one => one.wrong)
  const lines = asked.map(type => {
    const mine = wrong.filter(({ evidence }) => evidence.type === type)
    const nowhere = mine.filter(({ instead }) => instead === null)
    const hits = nowhere.map(({ evidence }) => evidence.text)
    return `- ${type.replaceAll('_', ' ')}: ${nowhere.length} outside of labels${hits.length > 0 ? ` (${hits.join('; ')})` : ''}, ${mine.length - nowhere.length} in labels of another kind`
  })
  const rest = others.flatMap(name => {
    const mine = judged.flatMap(one =>
      one.labels
        .filter(({ label }) => label.name === name)
        .map(({ label }) =>
          one.wrong.some(
            ({ evidence }) => evidence.core >= label.start - slack && evidence.core <= label.end + slack,
          ),
        ),
    )
    return mine.length > 0
      ? [`- ${name}: something found in ${mine.filter(Boolean).length} of ${mine.length}`]
      : []
  })
  return [...lines, ...rest]
}

/** How strong accelerations are: why no threshold separates the labeled ones from the others. */
function accelerations(recordings: readonly Recording[]): string[] {
  const felt = recordings.map(accelerationsOf)
  const labeled = felt.flatMap(one => one.labeled)
  if (labeled.length === 0) return []
  const least = Math.min(...labeled)
  const asHard = felt.flatMap(one => one.others).filter(g => g >= least).length
  return [
    `Accelerations labeled as hard feel like ${least.toFixed(2)} to ${Math.max(...labeled).toFixed(2)} g; ${asHard} other stretches feel like as much or more.`,
  ]
}

function partReport(title: string, recordings: readonly Recording[]): string {
  const judged = recordings.map(judge)
  const labels = judged.flatMap(one => one.labels)
  const of = (...wanted: string[]) => labels.filter(({ label }) => wanted.includes(label.name))
  const seconds = recordings.reduce((sum, one) => sum + one.seconds, 0)
  const rows = names.flatMap(name => {
    const mine = of(name)
    if (mine.length === 0) return []
    return [[name, mine.length, mine.filter(one => one.found).length, mine.filter(one => one.shown).length]]
  })
  const nowhere = judged.flatMap(one => one.wrong).filter(({ instead }) => instead === null)
  const jumps = judged.flatMap(({ evidence }) => evidence).filter(({ type }) => type === 'jump').length
  return [
    `### ${title}: ${recordings.map(({ name }) => name).join('; ')} (${(seconds / 60).toFixed(1)} minutes)`,
    '',
    markdown(['label', 'there', 'found', 'shown as highlights'], rows),
    '',
    `${recall('Braking and turns', of('hard braking', 'sharp right turn', 'sharp left turn'))}. ${recall('Accelerations', of('hard acceleration'))}. False alarms: ${rate(nowhere.length, seconds)} an hour (${nowhere.length}). Invented jumps: ${jumps}.`,
    ...accelerations(recordings),
    '',
    ...mistakes(judged),
  ].join('\n')
}

/** Labeled driving: what is found, per half. */
export async function reportOnDriving(folder: string): Promise<string> {
  const { recordings, missing } = await readTrips(folder)
  const [tuning, heldOut] = [[], []] as [Recording[], Recording[]]
  for (const recording of recordings) {
    if (tuningTrips.includes(recording.name)) tuning.push(recording)
    else if (recording.name === sharedTrip) {
      tuning.push(partOf(recording, 0, sharedUntil))
      heldOut.push(partOf(recording, sharedUntil, recording.seconds))
    } else heldOut.push(recording)
  }
  return [
    '## Labeled driving (Driver Behavior Dataset)',
    "Sensors: accelerometer with gravity in m/s² and gyroscope in rad/s, 50 Hz, in axes of the phone's own making that are turned back first (lab/evaluate/real/vehicle-axes.ts). Which way is forward is not written anywhere and has to be learned. What each label needs: braking and acceleration an accelerometer and a gyroscope, or GPS; turns a gyroscope, and an accelerometer or GPS for the force to the side; lane changes have no rule. No GPS: fast runs, climbs, descents and braking by GPS cannot be judged. A false alarm is a brake, an acceleration or a turn where nobody labeled any; the drivers' own driving between the labels is not labeled.",
    ...(missing.length > 0
      ? [`Left out, because the sensor files are not there: trip ${missing.join(', ')}.`]
      : []),
    ...(tuning.length > 0 ? [partReport('Tuned on', tuning)] : []),
    ...(heldOut.length > 0 ? [partReport('Held out', heldOut)] : []),
  ].join('\n\n')
}

interface Accelerations {
  /** strongest forward acceleration in each labeled acceleration, in g */
  labeled: number[]
  /** strongest forward accelerations in all other stretches, in g */
  others: number[]
}

/** How strong the accelerations in a recording feel, labeled or not. */
function accelerationsOf({ telemetry, seconds, labels }: Recording): Accelerations {
  const level = levelMotion(telemetry.series.get('ACCL'), telemetry.series.get('GYRO'), seconds)
  if (!level) return { labeled: [], others: [] }
  const { forward } = travelMotion(level)
  const inG = (at: number) => forward[at]! / STANDARD_GRAVITY
  const wanted = labels
    .filter(label => label.wanted === 'acceleration')
    .map(({ start, end }) => ({
      from: Math.max(0, Math.round((start - slack) * levelHz)),
      to: Math.min(forward.length, Math.round((end + slack) * levelHz)),
    }))
  const others = runs(forward.length, i => forward[i]! > 1, levelHz)
    .map(({ from, to }) => argMax(forward, from, to))
    .filter(peak => !wanted.some(({ from, to }) => peak >= from && peak < to))
  return { labeled: wanted.map(({ from, to }) => inG(argMax(forward, from, to))), others: others.map(inG) }
}
