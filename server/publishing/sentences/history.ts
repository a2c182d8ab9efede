import { catalog, type Text } from '#server/core/sentences.ts'

/** The history of a publication, why it waits and why it failed. Counts are in words, as in '1,204'. */
export const history = catalog('history', {
  asksToWait: ({ platform }: { platform: string }) => `${platform} asked us to wait.`,
  bytesArrived: 'The upload is complete.',
  canGoOn: 'The upload can continue.',
  cancelledByStaff: 'Canceled.',
  changedTime: ({ time }: { time: string }) => `Changed the time to ${time}.`,
  changedWords: 'Changed the text.',
  changedWordsAndTime: ({ time }: { time: string }) => `Changed the text, and the time to ${time}.`,
  channelBack: ({ channel }: { channel: string }) => `${channel} is connected again.`,
  channelOff: ({ channel }: { channel: string }) => `${channel} was disconnected.`,
  clipFailed: "The clip couldn't be rendered.",
  clipRendering: 'The clip is being rendered.',
  complete: 'The post is complete.',
  correctionConfirmed: ({ views }: { views: string }) =>
    `The correction to ${views} views is confirmed: the platform has reported it for 24 hours.`,
  coverMissing: "Couldn't set the cover. The post is live without it.",
  deletedAccount: 'The account was deleted.',
  deletedPost: 'Deleted the post.',
  deletedVideo: 'The video was deleted.',
  editedPost: 'Changed the text of the post.',
  fileChanged: "This video's file isn't the one that was reviewed.",
  fileGone: 'The file to publish no longer exists.',
  fileNotPrepared: "We couldn't prepare the video for the platform. Retry to try again.",
  filePreparing: "We're preparing the video.",
  foundThere: 'We found the post on the platform.',
  goneThere: 'The post is no longer on the platform.',
  hidVideo: 'Staff hid this video.',
  madePrivate: 'Made the post private.',
  madePublic: 'Made the post public again.',
  noChannelAnyMore: 'The channel is no longer connected.',
  notAccepted: "The rider hasn't accepted this video yet.",
  notProcessed: "The video couldn't be processed.",
  notReady: "The video isn't ready yet.",
  notThereYet: "It isn't there yet. We'll check again.",
  onHold: ({ channel }: { channel: string }) =>
    `On hold: ${channel} was disconnected. This goes out once the channel is connected again.`,
  opens: ({ where }: { where: string }) => `Starting the upload to ${where}.`,
  ourSide: 'Something went wrong on our side.',
  outNow: ({ where }: { where: string }) => `Live on ${where}.`,
  ownChannelGone: 'Its channel is no longer connected.',
  paused: 'Publishing is paused.',
  plausibleAgain: ({ views }: { views: string }) => `The counts are plausible again: ${views} views.`,
  preparedAgain: 'The file was prepared again after the upload started, so the upload starts over.',
  rejectedVideo: 'The video was rejected.',
  retriedByStaff: 'Tried again.',
  scheduledAgain: 'Scheduled again.',
  startsOver: 'Nothing was posted on the first try, so the upload starts over.',
  toLookUp: "The platform didn't respond. We're checking whether the post exists before we try again.",
  uploadOpen: 'The upload has started.',
  channelEnded: ({ channel, problem }: { channel: string; problem: Text }) =>
    `${channel} was disconnected, and its permission has ended: ${problem}`,
  countAccepted: ({ views, reason }: { views: string; reason: string }) =>
    `Accepted the count of ${views} views: ${reason}`,
  countDismissed: ({ views, reason }: { views: string; reason: string }) =>
    `Dismissed the count of ${views} views: ${reason}`,
  connectFirst: ({ channel }: { channel: string | null }) =>
    `Connect ${channel ?? 'the channel'} again first.`,
  noAnswerNothingPosted: ({ platform, times }: { platform: string; times: number }) =>
    `${platform} didn't respond when the upload started. Nothing was posted; we checked ${times} times. Retry to send it.`,
  notChanged: ({ problem }: { problem: Text }) => `The post wasn't changed: ${problem}`,
  overdue: ({ note }: { note: Text | null }) =>
    `Overdue by more than a minute. ${note ?? 'No worker has started it.'}`,
  reconnectChannel: ({ channel, problem }: { channel: string; problem: Text | null }) =>
    `${channel} needs to be connected again${problem ? `: ${problem}` : '.'}`,
  reconnectSoon: ({ channel, day }: { channel: string; day: string }) =>
    `Connect ${channel} again by ${day}. After that, nothing goes out there.`,
  triedLater: ({ problem }: { problem: Text }) => `${problem} We'll try again.`,
  waitsForSlot: ({ platform, hour, day }: { platform: string; hour: number; day: number }) =>
    `Waiting for a free slot: ${platform} allows ${hour} an hour and ${day} a day.`,
})
