import { z } from 'zod'
import { evidenceTypes } from './evidence.ts'
import { placements, telemetryFormats } from './telemetry.ts'

/** The source of a measured fact. Two facts from one source count as one witness. */
export const evidenceSources = ['imu', 'gps', 'picture', 'sound', 'camera', 'tagger'] as const
export const evidenceSource = z.enum(evidenceSources)
export type EvidenceSource = z.infer<typeof evidenceSource>

export const evidenceType = z.enum(evidenceTypes)

/** One measured fact. Times in seconds of the video; strength 0 to 1 by fixed physical anchors. */
export const evidence = z.object({
  type: evidenceType,
  source: evidenceSource,
  start: z.number().min(0),
  end: z.number().min(0),
  core: z.number().min(0),
  value: z.number(),
  unit: z.string(),
  strength: z.number().min(0).max(1),
  text: z.string(),
})
export type Evidence = z.infer<typeof evidence>

export const clipType = z.enum(['action', 'scenic'])

/** Where a vertical crop should look at a time of the video: x from 0 (left edge) to 1 (right edge). */
export const focusPoint = z.object({ time: z.number().min(0), x: z.number().min(0).max(1) })
export type FocusPoint = z.infer<typeof focusPoint>

/**
 * A moment worth watching. Times in seconds, levels and score 0 to 1.
 */
export const highlight = z.object({
  description: z.string(),
  /** its excitement, the one number that people read: certainty × strength beside other moments (decision 047) */
  score: z.number().min(0).max(1),
  /** the share of such highlights that are true events */
  certainty: z.number().min(0).max(1),
  /** the share of moments on other rides that are weaker */
  standing: z.number().min(0).max(1),
  /** version of the model that made the certainty */
  scoreModel: z.string(),
  /** how strong the measured evidence is, by the fixed physical anchors of its kind; the score is derived from it */
  strength: z.number().min(0).max(1),
  start: z.number().min(0),
  end: z.number().min(0),
  clipType,
  motionLevel: z.number().min(0).max(1),
  excitementLevel: z.number().min(0).max(1),
  evidence: z.array(evidence),
  /** Absent until the whole analysis is assembled. */
  focus: z.array(focusPoint).optional(),
})
export type Highlight = z.infer<typeof highlight>

export const scene = z.object({
  timestamp: z.number().min(0),
  end: z.number().min(0),
  sceneType: z.string(),
  description: z.string(),
})
export type Scene = z.infer<typeof scene>

export const editingSuggestion = z.object({
  type: z.string(),
  timestamp: z.number().min(0),
  description: z.string(),
})
export type EditingSuggestion = z.infer<typeof editingSuggestion>

/** One named part of the viral potential: points = weight × value. */
export const viralPart = z.object({
  name: z.string(),
  weight: z.number().min(0).max(1),
  value: z.number().min(0).max(1),
  sentence: z.string(),
  improvement: z.string().nullable(),
})
export const viralPotential = z.object({
  score: z.number().min(0).max(1),
  parts: z.array(viralPart),
  /** For a video with sensor data: the score from picture and sound alone. */
  seen: z.number().min(0).max(1).optional(),
  /** How well picture and sound support the sensor data, and so how much of its bonus counts. */
  trust: z.number().min(0).max(1).optional(),
  /** Why it doesn't count in full, as a sentence; null if it does. */
  doubt: z.string().nullable().optional(),
})
export type ViralPotential = z.infer<typeof viralPotential>

export const thumbnailRecommendation = z.object({
  timestamp: z.number().min(0),
  reason: z.string(),
  score: z.number().min(0).max(1),
})
export type ThumbnailRecommendation = z.infer<typeof thumbnailRecommendation>

export const compiledHighlights = z.object({
  title: z.string(),
  description: z.string(),
  totalDuration: z.number().min(0),
  score: z.number().min(0).max(1),
  /** score of its highlights */
  scoreModel: z.string(),
  clips: z.array(z.object({ start: z.number().min(0), end: z.number().min(0), highlight: z.number().int() })),
})
export type CompiledHighlights = z.infer<typeof compiledHighlights>
/** A compilation as lists of videos show it. */
export type ListedCompilation = Omit<CompiledHighlights, 'clips'>

export const generatedTexts = z.object({
  title: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  youtube: z.object({ title: z.string(), description: z.string(), tags: z.array(z.string()) }),
  tiktok: z.object({ title: z.string(), description: z.string(), hashtags: z.array(z.string()) }),
})
export type GeneratedTexts = z.infer<typeof generatedTexts>

export const telemetryStream = z.object({
  fourcc: z.string(),
  name: z.string(),
  samples: z.number().int(),
  hz: z.number(),
})
/** Where a video lies on the clock of a ride that was added to it; the methods are described at `Placement`. */
export const addedRide = z.object({
  format: z.enum(telemetryFormats),
  device: z.string().nullable(),
  /** when it began, as its recorder says; null for a file without dates */
  begins: z.iso.datetime().nullable(),
  seconds: z.number(),
  /** the streams that came from it */
  streams: z.array(z.string()),
  /** seconds of the ride at the video's second 0; below 0 when the video began first */
  offset: z.number(),
  method: z.enum(placements),
  /** how well the camera's turns agree with the track's, 0 to 1; null: not compared */
  confidence: z.number().min(0).max(1).nullable(),
  /** the likeliest places, best first */
  best: z.array(z.object({ offset: z.number(), confidence: z.number().min(0).max(1).nullable() })),
})
export type AddedRide = z.infer<typeof addedRide>

/** GET /api/videos/{id}/added-ride */
export const addedRideAnswer = z.object({
  begins: z.iso.datetime().nullable(),
  seconds: z.number(),
  /** m/s, one value per step from its first moment; null where it isn't known */
  stepSeconds: z.number().positive(),
  speeds: z.array(z.number().nullable()),
  /** where the rider laid the video on it, seconds of the ride; null: the analysis finds it */
  chosen: z.number().nullable(),
})
export type AddedRideAnswer = z.infer<typeof addedRideAnswer>

/** PUT /api/videos/{id}/added-ride: null lets the analysis find the place again. */
export const placeRideBody = z.strictObject({
  offset: z
    .number()
    .min(-86_400)
    .max(31 * 86_400)
    .nullable(),
})

export const telemetrySummary = z.object({
  format: z.enum(telemetryFormats),
  device: z.string().nullable(),
  streams: z.array(telemetryStream),
  cameraTags: z.number().int(),
  /** samples that couldn't be true and were left out; missing for none */
  dropped: z.number().int().optional(),
  /** the ride that was added to the video's own sensors; missing: none */
  added: addedRide.optional(),
  /** seconds of the ride per second of the video, as in contract/telemetry.ts; missing: real time */
  pace: z.number().positive().optional(),
})
export type TelemetrySummary = z.infer<typeof telemetrySummary>

/** Excitement 0 to 1, one value per step of stepSeconds from the start of the video. */
export const excitementCurve = z.object({
  stepSeconds: z.number().positive(),
  values: z.array(z.number().min(0).max(1)),
})
export type ExcitementCurve = z.infer<typeof excitementCurve>

/** A part of a video, in seconds. */
export const timeSpan = z.object({ start: z.number().min(0), end: z.number().min(0) })
export type TimeSpan = z.infer<typeof timeSpan>

/** A hit or a rollover after which nobody moved for long. Somebody may be hurt; it is never a highlight. */
export const safetyNote = z.object({
  kind: z.enum(['impact', 'rollover']),
  /** seconds of the video */
  time: z.number().min(0),
  stillSeconds: z.number().min(0),
  /** g of the hit, or degrees */
  value: z.number(),
  /** what was measured, as a sentence */
  text: z.string(),
})
export type SafetyNote = z.infer<typeof safetyNote>

/** What the operator's tagger did for an analysis. */
export const taggerReport = z.object({
  /** null if its description couldn't be read */
  name: z.string().nullable(),
  /** why it gave no labels, in English, for staff; null when it worked */
  problem: z.string().nullable(),
})

/** Everything one analysis of one video found. Pure data: the same file gives the same result. */
export const analysisResult = z.object({
  version: z.number().int(),
  durationSeconds: z.number(),
  /** reduced: frames were skipped because the full pass would have cost too much. */
  quality: z.enum(['full', 'reduced']),
  telemetry: telemetrySummary.nullable(),
  curve: excitementCurve,
  scenes: z.array(scene),
  highlights: z.array(highlight),
  /** Why there are no highlights, as a sentence; null if there are any. */
  abstained: z.string().nullable(),
  editingSuggestions: z.array(editingSuggestion),
  viralPotential,
  thumbnails: z.array(thumbnailRecommendation),
  compilations: z.array(compiledHighlights),
  texts: generatedTexts,
  safety: z.array(safetyNote),
  /** Absent without a tagger. */
  tagger: taggerReport.optional(),
})
export type AnalysisResult = z.infer<typeof analysisResult>

/** GET /api/videos/{id}/ai-highlights */
export const aiHighlightsAnswer = z.object({
  /** version of the analysis that made the viral potential */
  version: z.number().int(),
  highlights: z.array(highlight),
  /** the planned reels; request a clip of one by its index here */
  compilations: z.array(compiledHighlights),
  editingSuggestions: z.array(editingSuggestion),
  sceneDetection: z.array(scene),
  curve: excitementCurve,
  abstained: z.string().nullable(),
  viralPotential,
  telemetry: telemetrySummary.nullable(),
  safety: z.array(safetyNote),
})
export type AiHighlightsAnswer = z.infer<typeof aiHighlightsAnswer>
