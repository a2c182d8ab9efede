import { createHash, randomUUID } from 'node:crypto'
import path from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import {
  type ChannelKind,
  channelKindOf,
  channelKinds,
  type Platform,
} from '#contract/publishing/publications.ts'
import { closePlatforms, startPlatforms } from '#sandbox/platforms.ts'
import type { SocialSandbox } from '#sandbox/social/social-sandbox.ts'
import { bySettings } from '#server/audit/index.ts'
import type { Database } from '#server/core/db/database.ts'
import { FolderStore } from '#server/core/objects/folder.ts'
import { secretsFrom } from '#server/core/secrets.ts'
import { readConfig } from '#server/core/settings/config.ts'
import type { PlatformConfig } from '#server/core/settings/platform-settings.ts'
import { networksOf, type PlatformSandboxes } from '#server/platforms/index.ts'
import { beginConnect, endConnect } from '#server/publishing/channels/connect.ts'
import { findChannel, updateChannel } from '#server/publishing/channels/store.ts'
import type { PublishingDeps } from '#server/publishing/deps.ts'
import { insertPublication, type NewPublication, type PublicationRow } from '#server/publishing/store.ts'
import { databaseClock } from '#server/publishing/time.ts'
import { box, concat, fullBox, u16, u32 } from '#telemetry/write/mp4.ts'
import { noJobs } from '#test/harness/jobs.ts'
import { scratchFolder } from '#test/media/make.ts'
import { testDatabase } from '../database.ts'
import { makeCreator } from '../money.ts'

export const testSecret = 'a secret for tests only'

export interface PublishingWorld extends Record<ChannelKind, SocialSandbox> {
  deps: PublishingDeps
  db: Database
  databaseUrl: string
  objectsFolder: string
  /** what another process needs to reach the same sandboxes */
  reached: { settings: PlatformConfig; sandboxes: PlatformSandboxes }
  channels: Record<ChannelKind, string>
  /** connects a sandbox account as staff do; the first one by default */
  connect(kind: ChannelKind, accountId?: string, more?: readonly string[]): Promise<string>
  /** advances the time of publishing and the sandboxes, seconds */
  advance(seconds: number): void
  /** a ready video with these bytes, and its owner */
  video(
    bytes: Buffer | number,
    change?: { title?: string },
  ): Promise<{ id: string; userId: string; key: string }>
  /** a due publication of a whole video */
  publication(
    video: { id: string; userId: string },
    platform: Platform,
    change?: Partial<NewPublication>,
  ): Promise<PublicationRow>
}

/** Bytes that repeat nowhere, so that a hash shows whether the right ones arrived in order. */
function noise(size: number, seed = 1): Buffer {
  const bytes = Buffer.allocUnsafe(size)
  let a = (seed * 2654435761) >>> 0 || 1
  for (let i = 0; i < size; i++) {
    a ^= a << 13
    a >>>= 0
    a ^= a >>> 17
    a ^= a << 5
    a >>>= 0
    bytes[i] = a & 255
  }
  return bytes
}

/**
 * A file whose index describes a vertical film, as platforms check it, and whose pictures are noise.
 * @param size bytes, at least those of the index
 */
export function film(
  size: number,
  seed = 1,
  { seconds = 20, rate = 30, width = 1080, height = 1920 } = {},
): Buffer {
  const none = (bytes: number) => new Uint8Array(bytes)
  const clock = [none(8), u32(1000), u32(seconds * 1000)]
  const entry = box('avc1', none(24), u16(width), u16(height), none(50))
  const table = box(
    'stbl',
    fullBox('stsd', 0, u32(1), entry),
    fullBox('stts', 0, u32(1), u32(seconds * rate), u32(1000 / rate)),
  )
  const media = box(
    'mdia',
    fullBox('mdhd', 0, ...clock),
    fullBox('hdlr', 0, none(4), 'vide'),
    box('minf', table),
  )
  const head = fullBox('tkhd', 0, none(36), u32(0x10000), none(40))
  const index = box('moov', fullBox('mvhd', 0, ...clock), box('trak', head, media))
  const front = concat([box('ftyp', 'isom', u32(0)), index])
  return Buffer.concat([front, box('mdat', noise(Math.max(0, size - front.length - 8), seed))])
}

/** An approved video with its own rider, its original, and the file that platforms get. */
async function storeVideo(
  { db, objects }: Pick<PublishingDeps, 'db' | 'objects'>,
  bytes: Buffer | number,
  change: { title?: string } = {},
): Promise<{ id: string; userId: string; key: string }> {
  const id = randomUUID()
  const userId = await makeCreator(db)
  const body = typeof bytes === 'number' ? film(bytes) : bytes
  const sha256 = createHash('sha256').update(body).digest('hex')
  const key = `originals/${id}/${sha256}.mp4`
  await objects.put(key, body, 'video/mp4')
  await db
    .insertInto('videos')
    .values({
      id,
      user_id: userId,
      title: change.title ?? 'Mud day',
      category: 'utv',
      status: 'approved',
      file_name: 'ride.mp4',
      original_key: key,
      original_sha256: sha256,
      original_type: 'video/mp4',
      duration_seconds: 20,
      ai_viral_score: 0.5,
      priced_score: 0.5,
      priced_at: new Date(),
    })
    .execute()
  // As the job would create it; ffmpeg couldn't read these bytes.
  const sharedKey = `streams/${id.replaceAll('-', '')}/shared/ride.mp4`
  const stored = typeof bytes === 'number' ? film(bytes) : bytes
  await objects.put(sharedKey, stored, 'video/mp4')
  await db
    .insertInto('shared_files')
    .values({ video_id: id, status: 'ready', object_key: sharedKey, size: stored.length })
    .execute()
  return { id, userId, key }
}

/** Every sandbox, a database, an object store and connected channels: everything publishing needs. */
export async function publishingWorld(
  given: { limits?: { perHour: number; perDay: number } } = {},
): Promise<PublishingWorld> {
  const log = pino({ level: 'silent' })
  const folder = await scratchFolder()
  const { db, url: databaseUrl } = await testDatabase()
  const settings = readConfig({}).platforms
  const social = (await startPlatforms(settings, { folder, log })) as Record<ChannelKind, SocialSandbox>
  onTestFinished(async () => {
    await closePlatforms(social)
    // Every request in any test must match the vendors' references.
    expect(channelKinds.flatMap(kind => social[kind].platform.misfits)).toEqual([])
  })
  for (const kind of channelKinds) {
    const { platform } = social[kind]
    platform.delays = { processing: 0, moderation: 0 }
    platform.throttled = false
    Object.assign(platform.switches, { uploadLag: 0, listLag: 0 })
    Object.assign(settings[kind], given.limits ?? { perHour: 100_000, perDay: 100_000 })
  }
  let ahead = 0
  const objectsFolder = path.join(folder, 'objects')
  const deps: PublishingDeps = {
    db,
    jobs: noJobs(),
    objects: new FolderStore(objectsFolder),
    secrets: secretsFrom(testSecret),
    log,
    publicUrl: 'http://127.0.0.1:4650',
    networks: networksOf(settings, social, { now: () => new Date(Date.now() + ahead) }),
    time: async q => new Date((await databaseClock(q)).getTime() + ahead),
  }
  const connect = async (kind: ChannelKind, accountId?: string, more?: readonly string[]) => {
    const { state, challenge } = await beginConnect(deps, kind, null)
    const redirect = `${deps.publicUrl}/api/publishing/channels/${kind}/callback`
    const code = social[kind].consent(redirect, challenge, accountId, more)
    return (await endConnect(deps, kind, { code, state, userId: null, by: bySettings })).id
  }
  const channels = {} as Record<ChannelKind, string>
  for (const kind of channelKinds) {
    const id = await connect(kind)
    channels[kind] = id
    const chosen = (await findChannel(db, id))?.settings
    const [everybody] = chosen?.privacyOptions ?? []
    if (everybody) await updateChannel(db, id, { settings: { ...chosen, defaultPrivacy: everybody } })
  }
  const sandboxes: PlatformSandboxes = Object.fromEntries(
    channelKinds.map(kind => [kind, { url: social[kind].url, credentials: social[kind].credentials }]),
  )

  return {
    deps,
    db,
    databaseUrl,
    objectsFolder,
    reached: { settings, sandboxes },
    ...social,
    channels,
    connect,
    advance(seconds) {
      ahead += seconds * 1000
      // The platforms share the time: their limits per minute and day keep counting.
      for (const kind of channelKinds) social[kind].platform.clock.ahead += seconds * 1000
    },
    video: (bytes, change) => storeVideo(deps, bytes, change),
    async publication(video, platform, change = {}) {
      const now = await deps.time(db)
      const kind = channelKindOf(platform)
      const row = await insertPublication(db, {
        id: randomUUID(),
        video_id: video.id,
        user_id: video.userId,
        platform,
        kind,
        channel_id: channels[kind],
        content: 'video',
        content_label: 'Whole video',
        clip_id: null,
        intent: 'publish',
        state: 'scheduled',
        metadata: { title: 'Mud day', description: 'What a day', tags: ['utv', 'mud'] },
        scheduled_for: now,
        wall_time: '2026-11-21 12:00',
        time_zone: 'UTC',
        timing: 'immediate',
        upload_early: false,
        created_by: null,
        created_at: now,
        next_at: now,
        ...change,
      })
      if (!row) throw new Error('The same publication is there already')
      return row
    },
  }
}

/** A staff member with a verified address. @returns the person as the actor of a decision */
export async function addStaff(db: Database, id: string, role: 'admin' | 'moderator') {
  await db
    .insertInto('users')
    .values({
      ...{ id, email: `${id}@trailcut.example`, name: 'Ada', role },
      ...{ email_verified: true, email_verified_at: new Date() },
    })
    .execute()
  return { actorId: id, actorRole: role, requestId: null }
}

/** Every post that a sandbox received, as stored. */
export const postsOf = (world: PublishingWorld, kind: ChannelKind) => world[kind].platform.posts.all()
