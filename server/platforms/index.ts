export type { Account, ChannelSettings } from './account.ts'
export type { AccountCheck, Connector, Grant, HeldTokens } from './connector.ts'
export type { PlatformSandbox, PlausibleCounts, StartLimits } from './port.ts'
export { PublishError } from './publish-error.ts'
export type {
  Checked,
  CheckWork,
  IncomeReport,
  OwnCounter,
  OwnFigures,
  PostHooks,
  PostStats,
  PostWork,
  Publisher,
  UploadFile,
} from './publisher.ts'
export {
  allPlatforms,
  channelOf,
  type Networks,
  networksOf,
  type PlatformSandboxes,
  platformOf,
} from './registry.ts'
export { problemOfTexts } from './rules.ts'
export type { Moment, Problem } from './types.ts'
