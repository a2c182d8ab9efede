import { randomUUID } from 'node:crypto'
import { api } from '#contract/paths.ts'
import type { ReviewState } from '#contract/review.ts'
import type { VideoStatus } from '#contract/videos.ts'
import { sentences as advice } from '#sentences/advice.ts'
import { notePlaces } from '#server/analysis/private-places/store.ts'
import type { KeptRide } from '#server/analysis/ride-data/kept.ts'
import type { AnalysisResult } from '#server/analysis/types.ts'
import type { Database } from '#server/core/db/database.ts'
import { json } from '#server/core/db/json.ts'
import type { ApiClient } from '../../scripts/lib/api-client.ts'
import { signedIn, whoAmI } from './accounts.ts'
import type { TestServer } from './server.ts'

/** An analysis of a 60-second video: three highlights, and one reel of two of them. */
export function analysisResult(): AnalysisResult {
  const highlight = (index: number) => ({
    description: `Jump ${index}`,
    score: 0.9 - index / 10,
    certainty: 0.99 - index / 100,
    standing: 0.5,
    scoreModel: 'rides-1',
    strength: 0.6,
    start: 10 * index + 5,
    end: 10 * index + 9,
    clipType: 'action' as const,
    motionLevel: 0.5,
    excitementLevel: 0.6,
    evidence: [],
    focus: [],
  })
  return {
    version: 1,
    durationSeconds: 60,
    quality: 'full',
    telemetry: null,
    curve: { stepSeconds: 1, values: [] },
    scenes: [],
    highlights: [0, 1, 2].map(highlight),
    abstained: null,
    safety: [],
    editingSuggestions: [],
    viralPotential: { score: 0.8, parts: [] },
    thumbnails: [{ timestamp: 7, reason: advice.sharp, score: 0.7 }],
    compilations: [
      {
        title: 'Two jumps',
        description: 'Jump 0 · Jump 1',
        totalDuration: 8,
        score: 0.85,
        scoreModel: 'rides-1',
        clips: [0, 1].map(i => ({ start: 10 * i + 5, end: 10 * i + 9, highlight: i })),
      },
    ],
    texts: {
      title: 'Jumps',
      description: 'Three jumps.',
      tags: ['utv'],
      youtube: { title: 'Jumps', description: 'Three jumps.', tags: ['utv'] },
      tiktok: { title: 'Jumps', description: 'Three jumps.', hashtags: ['utv'] },
    },
  }
}

export interface MadeVideo {
  id: string
  runId: string
  streamId: string
}

/** A playable, analyzed video that awaits review, without files. */
export async function makeVideo(
  db: Database,
  userId: string,
  change: Partial<{ status: VideoStatus; title: string; created_at: Date; held: boolean }> = {},
): Promise<MadeVideo> {
  const made = { id: randomUUID(), runId: randomUUID(), streamId: randomUUID().replaceAll('-', '') }
  const result = analysisResult()
  await db
    .insertInto('videos')
    .values({
      id: made.id,
      user_id: userId,
      title: 'Mud day',
      category: 'utv',
      status: 'draft',
      file_name: 'mud.mp4',
      original_key: `originals/${made.id}/${'0'.repeat(64)}.mp4`,
      original_sha256: '0'.repeat(64),
      original_type: 'video/mp4',
      duration_seconds: 60,
      stream_id: made.streamId,
      stream_status: 'ready',
      ladder_progress: 100,
      ai_status: 'completed',
      ai_viral_score: 0.8,
      ai_highlights: json(result.highlights),
      ai_thumbnails: json(result.thumbnails),
      ai_texts: json({ youtube: result.texts.youtube, tiktok: result.texts.tiktok }),
      ai_compilations: json(result.compilations.map(({ clips: _, ...shown }) => shown)),
      uploaded_at: new Date(),
      ...change,
    })
    .execute()
  await db
    .insertInto('analysis_runs')
    .values({
      id: made.runId,
      video_id: made.id,
      status: 'completed',
      result: json(result),
      completed_at: new Date(),
    })
    .execute()
  return made
}

/** Stores what an analysis keeps of a ride, with the private places of its ends. @param kept e.g. from `keptRide` */
export async function keepRide(
  { deps: { db, secrets } }: Pick<TestServer, 'deps'>,
  { userId, runId }: { userId: string; runId: string },
  { ride, ends, minutes }: KeptRide,
): Promise<void> {
  const telemetry = { format: 'gpmf' as const, device: 'HERO13 Black', streams: [], cameraTags: 0 }
  await db.transaction().execute(async tx => {
    const { result } = await tx
      .selectFrom('analysis_runs')
      .select('result')
      .where('id', '=', runId)
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('analysis_runs')
      .set({ result: result && json({ ...result, telemetry }), ride: ride && json(ride) })
      .where('id', '=', runId)
      .execute()
    const rows = minutes.map(({ minute, samples }) => ({ run_id: runId, minute, samples: json(samples) }))
    if (rows.length > 0) await tx.insertInto('ride_minutes').values(rows).execute()
    await notePlaces(tx, secrets, { userId, ends, at: new Date() })
  })
}

/** A signed-in person with a verified address. */
export async function proved(server: TestServer, email: string): Promise<{ client: ApiClient; id: string }> {
  const client = await signedIn(server, email)
  const id = (await whoAmI(client))?.id
  if (!id) throw new Error(`${email} could not sign in`)
  return { client, id }
}

/** One call with a JSON body and, optionally, the version it refers to. */
export const ask = (
  client: ApiClient,
  method: 'POST' | 'PATCH' | 'DELETE' | 'PUT',
  address: string,
  body?: unknown,
  version?: number,
): Promise<Response> =>
  client.call(address, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    },
  })

/** The sentence in an answer, for example of a refusal. */
export const messageOf = async (answer: Response): Promise<string> =>
  ((await answer.json()) as { message: string }).message

export const reviewState = (client: ApiClient, id: string) => client.json<ReviewState>(api.videoReview(id))
