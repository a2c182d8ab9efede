import { accountingModule } from '#server/accounting/index.ts'
import { accountsModule } from '#server/accounts/index.ts'
import { adminModule } from '#server/admin/index.ts'
import { analysisModule } from '#server/analysis/index.ts'
import { chaptersModule } from '#server/chapters/index.ts'
import { clipsModule } from '#server/clips/index.ts'
import { coversModule } from '#server/covers/index.ts'
import { docsModule } from '#server/docs/index.ts'
import { earningsModule } from '#server/earnings/index.ts'
import { learningModule } from '#server/learning/index.ts'
import { ledgerModule } from '#server/ledger/index.ts'
import { mailModule } from '#server/mail/index.ts'
import { musicModule } from '#server/music/index.ts'
import { notificationsModule } from '#server/notifications/index.ts'
import { payoutsModule } from '#server/payouts/index.ts'
import { privacyModule } from '#server/privacy/index.ts'
import { publishingModule } from '#server/publishing/index.ts'
import { reelsModule } from '#server/reels/index.ts'
import { reviewModule } from '#server/review/index.ts'
import { sharingModule } from '#server/sharing/index.ts'
import { streamingModule } from '#server/streaming/index.ts'
import { stripeEventsModule } from '#server/stripe-events/index.ts'
import { subscriptionsModule } from '#server/subscriptions/index.ts'
import { videosModule } from '#server/videos/index.ts'
import { webhooksModule } from '#server/webhooks/index.ts'
import { sweepBudgets } from './core/budget.ts'
import type { Module } from './core/module.ts'
import type { System } from './system.ts'

const platformModule: Module<System> = {
  name: 'platform',
  recurring: [
    { name: 'budgets.sweep', everySeconds: 3600, run: ({ db, clock }) => sweepBudgets(db, clock.now()) },
  ],
}

/** Every slice of the server, in start order. */
export const modules: readonly Module<System>[] = [
  platformModule,
  accountsModule,
  videosModule,
  chaptersModule,
  streamingModule,
  analysisModule,
  musicModule,
  clipsModule,
  reelsModule,
  sharingModule,
  notificationsModule,
  mailModule,
  webhooksModule,
  earningsModule,
  payoutsModule,
  subscriptionsModule,
  ledgerModule,
  stripeEventsModule,
  accountingModule,
  privacyModule,
  learningModule,
  reviewModule,
  coversModule,
  publishingModule,
  adminModule,
  docsModule,
]
