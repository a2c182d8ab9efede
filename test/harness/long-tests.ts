/**
 * Tests of what takes minutes by its nature: whole films in many forms, clips frame by frame, backup and restore, bad
 * lines, kills, full disks, every state of a screen. Together they take a quarter of all tests' time, so they run with
 * `npm test -- all` (docs/decisions/055).
 */
const longTests = [
  'server/analysis/tagger/tagger.test.ts',
  'server/clips/gauges/gauges.test.ts',
  'server/streaming/make-ladder.test.ts',
  'server/streaming/make-ranges.test.ts',
  'test/backup.test.ts',
  'test/e2e/screens/screens-ai.spec.ts',
  'test/e2e/screens/screens.spec.ts',
  'test/e2e/staff/staff-music.spec.ts',
  'test/e2e/upload/network-lines.spec.ts',
  'test/e2e/upload/odd-films.spec.ts',
  'test/e2e/upload/smaller.spec.ts',
  'test/e2e/videos/added-ride.spec.ts',
  'test/e2e/videos/reels-rendering.spec.ts',
  'test/integration-staff-editor.test.ts',
  'test/many-machines.test.ts',
  'test/money/histories.test.ts',
  'test/music/own-music.test.ts',
  'test/publishing-chaos.test.ts',
  'test/resilience.test.ts',
  'test/same-ride.test.ts',
  'test/security/files/full-disk.test.ts',
  'test/uploads-anywhere.test.ts',
  'test/videos/added-ride.test.ts',
  'test/videos/chapters.test.ts',
  'test/videos/odd-films.test.ts',
  'test/videos/ranges.test.ts',
]

/** Whether this is `npm test`, which wasn't asked for all. */
export const withoutLongTests = Boolean(process.env.WITHOUT_LONG_TESTS)

/** Files, relative to the project, that this run leaves out. */
export const leftOut: readonly string[] = withoutLongTests ? longTests : []
