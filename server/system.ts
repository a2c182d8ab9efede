import type { Sandbox } from '#sandbox/index.ts'
import { type Accounts, buildAccounts, hasColleague, sessionContinues } from '#server/accounts/index.ts'
import { type AnalysisSystem, dropAnalysis, requestAnalysis } from '#server/analysis/index.ts'
import type { CoversSystem } from '#server/covers/index.ts'
import { earningsOfVideos } from '#server/earnings/index.ts'
import { modelInUse } from '#server/learning/index.ts'
import type { MailSystem } from '#server/mail/index.ts'
import { LiveNotifications, wants } from '#server/notifications/index.ts'
import { moneyOf, ownerOfPayout } from '#server/payouts/index.ts'
import { networksOf } from '#server/platforms/index.ts'
import {
  databaseClock,
  ownerOfHeldCount,
  ownerOfPublication,
  type PublishingSystem,
  postsUnderWay,
  publishForReview,
  releasesGoOut,
} from '#server/publishing/index.ts'
import { requestBestReel } from '#server/reels/index.ts'
import { publishHere, type ReviewPorts } from '#server/review/index.ts'
import { admitViewer, isOpen, linkedVideo, ownerOfLink, pageOf, toFollower } from '#server/sharing/index.ts'
import type { StreamingSystem } from '#server/streaming/index.ts'
import { ownerOfDispute, ownerOfInvoice } from '#server/subscriptions/index.ts'
import {
  countsOf,
  coverOf,
  FolderIncoming,
  type Incoming,
  mayWatch,
  ownerOf,
  RemoteIncoming,
  Turns,
  unsafeFind,
  type VideosSystem,
} from '#server/videos/index.ts'
import { OpenRequests } from './core/http/open-requests.ts'
import type { Ownership } from './core/http/own-decisions.ts'
import type { Actor } from './core/http/permission.ts'
import { smtpMailer } from './core/mailer.ts'
import type { S3Store } from './core/objects/s3.ts'
import type { Deps } from './deps.ts'
import type { Resources } from './resources.ts'

/**
 * A running server as its modules see it: its resources, and what slices provide to others that must not know
 * them.
 */
export interface System
  extends VideosSystem,
    StreamingSystem,
    PublishingSystem,
    MailSystem,
    AnalysisSystem,
    CoversSystem,
    ReviewPorts,
    Deps {
  db: Deps['db']
  log: Deps['log']
  clock: Deps['clock']
  accounts: Accounts
  live: LiveNotifications
  sessionContinues(actor: Actor): Promise<boolean>
  sandbox: Sandbox | null
  ownership: Ownership
}

/** How long the outbox waits for a slow mail server. */
const patienceMs = 600_000

/** Where uploads wait: with a bucket in it, so that every server reaches them. */
async function incomingOf({ config, objects }: Deps, bucket: S3Store | null): Promise<Incoming> {
  const settings = {
    dataDir: config.dataDir,
    maxBytes: config.maxUploadBytes,
    idleMs: config.uploadIdleMs,
    minFreeDisk: config.minFreeDisk,
  }
  if (bucket) return new RemoteIncoming(bucket, settings)
  const incoming = new FolderIncoming(objects, settings)
  await incoming.prepare()
  return incoming
}

/** Connects the slices. What it opens is closed with the resources. */
export async function buildSystem({
  deps,
  sandbox,
  smtp,
  databaseUrl,
  bucket,
  locks,
  closing,
}: Resources): Promise<System> {
  const { config, db, clock, log } = deps
  const incoming = await incomingOf(deps, bucket)
  const live = new LiveNotifications(databaseUrl, log)
  await live.start()
  closing.push(() => live.close())
  const social = sandbox?.social ?? {}
  const publishing = { ...deps, networks: networksOf(config.platforms, social, clock), time: databaseClock }
  return {
    ...deps,
    sandbox,
    accounts: buildAccounts(deps, {
      sandbox,
      stats: async userId => ({
        ...(await countsOf(db, userId)),
        ...(await moneyOf(db, [userId])).get(userId),
      }),
    }),
    incoming,
    turns: new Turns(locks),
    locks,
    live,
    ownership: {
      ownerOf: {
        video: id => ownerOf(db, id),
        publication: id => ownerOfPublication(db, id),
        heldCount: id => ownerOfHeldCount(db, id),
        payout: id => ownerOfPayout(db, id),
        shareLink: id => ownerOfLink(db, id),
        invoice: id => ownerOfInvoice(db, id),
        // A balance is its rider's.
        balance: async id => id,
        dispute: id => ownerOfDispute(db, id),
      },
      hasColleague: (actorId, permission) => hasColleague(db, actorId, permission),
    },
    open: new OpenRequests(config.openRequests),
    publishing,
    social,
    patientMailer: smtpMailer({ ...smtp, patienceMs }),
    wants,
    toFollower: mail => toFollower(deps, mail),
    // Pixels: a stored height.
    coverOf: async videoId => {
      const video = await unsafeFind(db, videoId)
      return video && !video.held ? coverOf(deps, video, 360) : null
    },
    earningsOf: ids => earningsOfVideos(db, ids),
    requestAnalysis: (tx, videoId) => requestAnalysis(deps, tx, videoId),
    dropAnalysis,
    postsUnderWay,
    scoreModel: modelInUse,
    whenAnalyzed: (tx, videoId) => requestBestReel(deps, tx, videoId),
    mayWatch: (streamId, actor) =>
      mayWatch(deps, streamId, actor, {
        linkedVideo: token => linkedVideo(db, token),
        isOpen: video => isOpen(db, video),
      }),
    onWatchersChange: listener => live.onWatchersChange(listener),
    admitViewer: async ({ linkId, videoId }, request) =>
      admitViewer(deps, linkId ?? (await pageOf(db, videoId, clock.now())).id, request),
    sessionContinues: actor => sessionContinues(deps, actor),
    // If no such channel can be connected, the server has only its own video host.
    publisher: releasesGoOut(publishing) ? publishForReview(publishing) : publishHere,
  }
}
