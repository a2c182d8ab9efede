import { catalog, type Quantity, type Sentence, type Text } from '#server/core/sentences.ts'
import { texts as evidenceNames } from '#texts/evidence.ts'
import { round } from '../math.ts'
import { labelIn } from './label-names.ts'

/** A speed in a sentence. @param kmh as the analysis measures it */
export const speedOf = (kmh: number): Quantity => ({ quantity: 'speed', si: round(kmh / 3.6, 3) })

/** A height or a distance on the ground in a sentence. */
export const heightOf = (meters: number): Quantity => ({ quantity: 'height', si: round(meters, 2) })

/** A quantity whose unit is named by another one in the sentence. */
export const bare = (quantity: Quantity): Quantity => ({ ...quantity, bare: true })

/** Names of highlights by what was measured. */
export const names = catalog('evidence', evidenceNames)

type Pull = { pull: number | null }
const aside = ({ pull }: Pull) => (pull === null ? '' : `, ${pull.toFixed(1)} g to the side`)
/** Speeds are texts by the time a sentence is written. */
type Amount = Quantity | string | null

/** What was measured. A highlight's description joins up to three of these. */
export const measured = catalog('measured', {
  headline: ({ name, first, second, third }: Headline) =>
    `${name}: ${[first, second, third].filter(fact => fact !== null).join(', ')}`,
  airtime: ({ seconds, speed }: { seconds: number; speed: Amount }) =>
    `${seconds.toFixed(1)} s of airtime${speed === null ? '' : `, ${speed} at takeoff`}`,
  landing: ({ g }: { g: number }) => `landing at ${g.toFixed(1)} g`,
  changeOfSpeed: ({ before, after, g }: { before: Amount; after: Amount; g: number }) =>
    `from ${before} to ${after} at ${g.toFixed(1)} g`,
  speed: ({ speed }: { speed: Amount }) => `${speed}`,
  up: ({ height, grade }: { height: Amount; grade: number }) =>
    `${height} up at a ${Math.round(grade)}% grade`,
  down: ({ height, grade }: { height: Amount; grade: number }) =>
    `${height} down at a ${Math.round(grade)}% grade`,
  tiltedUp: ({ grade, seconds }: { grade: number; seconds: number }) =>
    `${seconds.toFixed(1)} s up a ${Math.round(grade)}% grade`,
  tiltedDown: ({ grade, seconds }: { grade: number; seconds: number }) =>
    `${seconds.toFixed(1)} s down a ${Math.round(grade)}% grade`,
  turn: ({ degrees, seconds, speed, pull }: { degrees: number; seconds: number; speed: Amount } & Pull) =>
    `${Math.round(degrees)}° in ${seconds.toFixed(1)} s${speed === null ? '' : ` at ${speed}`}${aside({ pull })}`,
  rotation: ({ degrees, seconds, speed }: { degrees: number; seconds: number; speed: Amount }) =>
    `${Math.round(degrees)}° of rotation in ${seconds.toFixed(1)} s${speed === null ? '' : ` at ${speed}`}`,
  braking: ({ g, seconds }: { g: number; seconds: number }) =>
    `braking at ${g.toFixed(1)} g, felt for ${seconds.toFixed(1)} s`,
  acceleration: ({ g, seconds }: { g: number; seconds: number }) =>
    `acceleration at ${g.toFixed(1)} g, felt for ${seconds.toFixed(1)} s`,
  eitherWay: ({ g, seconds }: { g: number; seconds: number }) =>
    `a change of speed at ${g.toFixed(1)} g, felt for ${seconds.toFixed(1)} s`,
  slowing: ({ percent, seconds, quieter }: { percent: number; seconds: number; quieter: number | null }) =>
    `forward motion down ${Math.round(percent)}% in ${seconds.toFixed(1)} s${quieter === null ? '' : `, ${Math.round(quieter)} dB quieter`}`,
  rolledOver: ({ degrees }: { degrees: number }) => `rolled over by ${Math.round(degrees)}°, then rode on`,
  hit: ({ g }: { g: number }) => `a ${g.toFixed(1)} g hit`,
  rough: ({ seconds, g }: { seconds: number; g: number }) =>
    `${seconds.toFixed(1)} s of rough ground, ${g.toFixed(1)} g`,
  thump: ({ seconds, loudness }: { seconds: number; loudness: number }) =>
    `${seconds.toFixed(1)} s of wind noise, then a ${Math.round(loudness)} dB landing thump`,
  loud: ({ loudness }: { loudness: number }) => `${Math.round(loudness)} dB above the ride's median`,
  rushing: ({ seconds, loudness }: { seconds: number; loudness: number }) =>
    `${seconds.toFixed(1)} s of rushing sound, ${Math.round(loudness)} dB above the median`,
  fast: ({ ratio, seconds }: { ratio: number; seconds: number }) =>
    `${seconds.toFixed(1)} s at about ${ratio.toFixed(1)}× the ride's usual pace`,
  swing: ({ widths, seconds }: { widths: number; seconds: number }) =>
    `the view turns by ${widths.toFixed(1)} picture widths in ${seconds.toFixed(1)} s`,
  shaken: ({ ratio, seconds }: { ratio: number; seconds: number }) =>
    `${seconds.toFixed(1)} s of shaking ${ratio.toFixed(1)}× as strong as usual`,
  sinks: ({ percent, seconds }: { percent: number; seconds: number }) =>
    `the horizon sinks by ${Math.round(percent)}% of the picture's height for ${seconds.toFixed(1)} s`,
  rises: ({ percent, seconds }: { percent: number; seconds: number }) =>
    `the horizon rises by ${Math.round(percent)}% of the picture's height for ${seconds.toFixed(1)} s`,
  jolted: ({ jolt }: { jolt: number }) => `a jolt ${jolt.toFixed(1)}× as strong as the shaking before it`,
  thumped: ({ loudness, jolt }: { loudness: number; jolt: number }) =>
    `a ${Math.round(loudness)} dB thump and a jolt ${jolt.toFixed(1)}× as strong as the shaking before it`,
  hiss: ({ seconds, loudness }: { seconds: number; loudness: number }) =>
    `${seconds.toFixed(1)} s of hiss above 4 kHz, ${Math.round(loudness)} dB above the median`,
  voices: ({ loudness }: { loudness: number }) => `voices ${Math.round(loudness)} dB above the median`,
  motion: ({ ratio }: { ratio: number }) => `camera motion ${ratio.toFixed(1)}× the ride's median`,
  colorful: ({ ratio }: { ratio: number }) => `calm and ${ratio.toFixed(1)}× as colorful as the rest`,
  moreColorful: ({ ratio }: { ratio: number }) => `${ratio.toFixed(1)}× as colorful as before and after`,
  colorfulness: ({ value }: { value: number }) => `calm, with a colorfulness of ${Math.round(value)}`,
  tagged: 'the rider pressed the highlight button',
  taggedByMotion: 'the camera marked its motion',
  taggedBySound: 'the camera marked a change of sound',
  taggedByBoth: 'the camera marked motion and sound together',
  looksLike: ({ name, percent }: Named) => `looks like ${labelIn('en', name)} (${percent}%)`,
  soundsLike: ({ name, percent }: Named) => `sounds like ${labelIn('en', name)} (${percent}%)`,
  stillAfterHit: ({ g, seconds }: { g: number; seconds: number }) =>
    `A hit of ${g.toFixed(1)} g, then no movement for ${Math.round(seconds)} s.`,
  stillAfterTurn: ({ degrees, seconds }: { degrees: number; seconds: number }) =>
    `Turned over by ${Math.round(degrees)}°, then no movement for ${Math.round(seconds)} s.`,
  nothing:
    'Nothing in this video stands out: no jump, impact, speed, sharp turn, sound or view was measured.',
  tooWeak: ({ name, seconds, strength, needed }: TooWeak) =>
    `No moment reached the strength of ${needed} that a highlight needs; the strongest was ${String(name).toLowerCase()} at ${Math.round(seconds)} s with ${strength.toFixed(2)}.`,
  trail: 'Riding on mixed ground',
  forest: 'Riding through greenery',
  desert: 'Riding on bright, sandy ground',
  mud: 'Riding on dark, muddy ground',
  water: 'Blue water or sky fills the lower half',
  snow: 'Riding on white ground',
  beach: 'The camera sees a beach',
  town: 'The camera sees a town',
  indoor: 'The camera sees a room',
  night: 'Dark picture',
  parked: 'Standing still',
  talking: 'Standing still, people talking',
  hardlyMoving: 'Hardly moving',
  scene: ({ sight, speed, shaking }: { sight: Sentence; speed: Amount; shaking: number | null }) =>
    [`${sight}`, speed, shaking === null ? null : `rough ground, ${shaking.toFixed(1)} g`]
      .filter(part => part !== null)
      .join(', '),
})

/** A label's name by labelName, and how sure the model is. */
type Named = { name: string; percent: number }

type Headline = {
  name: Sentence
  first: Text
  second: Text | null
  third: Text | null
}
type TooWeak = {
  name: Sentence
  seconds: number
  strength: number
  needed: number
}
