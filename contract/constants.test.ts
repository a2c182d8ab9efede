import { expect, test } from 'vitest'
import * as constants from './constants.ts'
import * as money from './money/constants.ts'
import * as publishing from './publishing/constants.ts'

test('the constants of spec 1, section 9', () => {
  expect(constants).toMatchObject({
    maxUploadBytes: 500 * 1024 * 1024,
    uploadSizeHelperText: 'max 5GB',
    maxDurationSeconds: 3600,
    uploadTimeoutMs: 600_000,
    uploadRetries: 2,
    uploadRetryDelayMs: 1000,
    videoExtensions: ['mp4', 'mov', 'avi', 'mkv', 'wmv', 'flv', 'webm'],
    creatorShare: 0.7,
    creatorShareInOlderCopy: 0.6,
    baseRatePerView: 0.05,
    viralBonusMax: 3,
    compilationThreshold: 0.7,
    premiumClipThreshold: 0.8,
    viralGreenFrom: 0.8,
    viralYellowFrom: 0.6,
    streamPollMs: 5000,
    aiPanelPollMs: 5000,
    aiUploadPollMs: 3000,
    progressCapWhileProcessing: 90,
    progressStepWhileProcessing: 5,
    loginRedirectDelayMs: 500,
    toastDurationMs: 5000,
    signInSuccessToastMs: 3000,
    recentNotifications: 3,
    seekSkipSeconds: 10,
    volumeStep: 0.1,
    storageKeys: { firebaseToken: 'firebaseToken', userToken: 'userToken', userEmail: 'userEmail' },
  })
})

test('the constants of spec 2, section 9', () => {
  expect(money).toMatchObject({
    payoutThresholdRange: { min: 25, max: 500, default: 50 },
    payoutThresholdHint: '$25 - $500',
    payoutFrequencies: ['weekly', 'monthly', 'quarterly'],
    defaultPayoutFrequency: 'monthly',
    reportPeriods: [7, 30, 90, 365],
    defaultReportPeriod: 30,
    transactionsShown: 10,
    moneyBackDays: 30,
    planFacts: [
      { tier: 'free', price: 0, multiplier: 1 },
      { tier: 'premium', price: 9.99, multiplier: 1.5, badge: 'Most Popular' },
      { tier: 'pro', price: 24.99, multiplier: 2 },
    ],
  })
  expect(publishing).toMatchObject({
    pollSeconds: { queue: 30, insights: 60, analytics: 300 },
    calendarEntriesShown: 14,
    analyticsEntriesShown: 5,
  })
})
