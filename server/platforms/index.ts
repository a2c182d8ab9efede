export {
  type Account,
  type ChannelSettings,
  type CheckWork,
  type Connector,
  type Found,
  type Grant,
  type PlausibleCounts,
  type PostHooks,
  type PostStats,
  type PostWork,
  type Problem,
  PublishError,
  type StandIn,
  type UploadFile,
} from './port.ts'
export {
  allPlatforms,
  channelOf,
  type Networks,
  networksOf,
  platformOf,
  type StandIns,
} from './registry.ts'
