import type { FastifyInstance } from 'fastify'
import { auditorOf } from '#server/audit/index.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { sendCsv } from '#server/core/http/send-csv.ts'
import { spokenTo } from '#server/core/language.ts'
import { toDollars } from '#server/core/money.ts'
import type { Deps } from '#server/deps.ts'
import { approvePayout, completeManually, holdPayout } from './decide.ts'
import { destinationLink, refreshDestination, syncDestination } from './destination.ts'
import { payoutLimitsOf, setPayoutLimits } from './limits.ts'
import { askForProof } from './proof/prove-now.ts'
import { requestPayout } from './request-payout.ts'
import { findDestination, listPayouts, preferencesOf, savePreferences } from './store.ts'
import { everyPayoutCsv, payoutTotalsOf, unsafeListPayouts } from './views/everybody.ts'
import { evidenceOf } from './views/evidence.ts'
import { balanceForStaff, fundingOf } from './views/funding.ts'
import { presentForStaff, presentPayout } from './views/present.ts'
import { summaryOf } from './views/summary.ts'
import { decideNegative, negativeBalances } from './write-off.ts'

/** The signed-in person's payouts. */
export function payoutRoutes(app: FastifyInstance, deps: Deps): void {
  app.register(async scope => {
    ownRoutes(scope, deps)
    staffRoutes(scope, deps)
  })
}

function ownRoutes(app: FastifyInstance, deps: Deps): void {
  implement(app, 'payoutSummary', async request => {
    const { id } = actorOf(request)
    await refreshDestination(deps, id)
    return summaryOf(deps, id, spokenTo(request))
  })

  implement(app, 'payoutHistory', async request =>
    (await listPayouts(deps.db, actorOf(request).id)).map(row => presentPayout(row, spokenTo(request))),
  )

  implement(app, 'triggerPayout', { rateLimit: perMinute(20) }, async request => {
    const { id } = actorOf(request)
    const destination = await findDestination(deps.db, id)
    // The event may still be on its way.
    if (destination && !destination.ready && deps.stripe) await syncDestination(deps, destination.account_id)
    return presentPayout(await requestPayout(deps, id, 'request'), spokenTo(request))
  })

  implement(app, 'payoutPreferences', async request => {
    const { id } = actorOf(request)
    const { payoutThreshold, payoutFrequency } = request.body
    await savePreferences(deps.db, id, {
      thresholdCents: payoutThreshold === undefined ? undefined : Math.round(payoutThreshold * 100),
      frequency: payoutFrequency,
    })
    const saved = (await preferencesOf(deps.db, [id])).get(id)
    if (!saved) throw new Error('Preferences were not saved')
    return { payoutThreshold: toDollars(saved.threshold), payoutFrequency: saved.frequency }
  })

  implement(app, 'payoutDestination', { rateLimit: perMinute(20) }, async request => ({
    url: await destinationLink(deps, actorOf(request), request.body?.country),
  }))
}

function staffRoutes(app: FastifyInstance, deps: Deps): void {
  implement(app, 'checkLedger', { rateLimit: perMinute(6) }, async () => {
    await askForProof(deps)
    return { ok: true as const }
  })

  const done = { ok: true as const }

  implement(app, 'adminPayouts', async request =>
    (await unsafeListPayouts(deps.db, request.query)).map(row => presentForStaff(row, spokenTo(request))),
  )

  implement(app, 'payoutTotals', request => payoutTotalsOf(deps.db, request.query))
  implement(app, 'payoutsCsv', { rateLimit: perMinute(12) }, (request, reply) =>
    sendCsv(reply, 'trailcut-payouts.csv', everyPayoutCsv(deps.db, request.query)),
  )

  implement(app, 'payoutEvidence', request => evidenceOf(deps.db, request.params.payoutId))
  implement(app, 'payoutFunding', async () => fundingOf(deps, await balanceForStaff(deps)))

  implement(app, 'payoutLimits', () => payoutLimitsOf(deps))
  implement(app, 'setPayoutLimits', { rateLimit: perMinute(20) }, async request => {
    await setPayoutLimits(deps, auditorOf(request), request.body)
    return payoutLimitsOf(deps)
  })

  implement(app, 'negativeBalances', request => negativeBalances(deps.db, request.query))
  implement(app, 'decideNegativeBalance', { rateLimit: perMinute(20) }, async request => {
    await decideNegative(deps, auditorOf(request), request.params.userId, request.body)
    return done
  })

  implement(app, 'approvePayout', async request => {
    await approvePayout(deps, auditorOf(request), request.params.payoutId)
    return done
  })

  implement(app, 'holdPayout', async request => {
    await holdPayout(deps, auditorOf(request), request.params.payoutId, request.body.reason)
    return done
  })

  implement(app, 'completePayout', async request => {
    await completeManually(deps, auditorOf(request), request.params.payoutId, request.body.reference)
    return done
  })
}
