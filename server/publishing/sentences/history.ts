import { catalog, type Text } from '#server/platform/sentences.ts'

/** The history of a publication, why it waits and why it failed. Counts are in words, as in '1,204'. */
export const history = catalog('history', {
  asksToWait: ({ platform }: { platform: string }) => `${platform} asks to wait.`,
  bytesArrived: 'Every byte has arrived.',
  canGoOn: 'The upload can go on.',
  cancelledByStaff: 'Cancelled.',
  changedTime: ({ time }: { time: string }) => `Changed time to ${time}.`,
  changedWords: 'Changed words.',
  changedWordsAndTime: ({ time }: { time: string }) => `Changed words and time to ${time}.`,
  channelBack: ({ channel }: { channel: string }) => `${channel} is connected again.`,
  channelOff: ({ channel }: { channel: string }) => `${channel} was disconnected.`,
  clipFailed: 'The clip could not be rendered.',
  clipRendering: 'The clip is being rendered.',
  complete: 'The post is complete.',
  correctionConfirmed: ({ views }: { views: string }) =>
    `The correction to ${views} views is confirmed: it has been reported for 24 hours.`,
  coverMissing: 'The cover picture could not be set; the post is out without it.',
  deletedAccount: 'The account was deleted.',
  deletedPost: 'Deleted the post.',
  deletedVideo: 'The video was deleted.',
  editedPost: 'Changed the words of the post.',
  fileChanged: 'The file of this video is not the one that was reviewed.',
  fileGone: 'The file to publish is not there any more.',
  fileNotPrepared: 'The video could not be prepared for the platform. Retry to try again.',
  filePreparing: 'The video is being prepared.',
  foundThere: 'It was found at the platform.',
  goneThere: 'The post is not at the platform any more.',
  hidVideo: 'Staff have hidden this video.',
  madePrivate: 'Made the post private.',
  madePublic: 'Made the post public again.',
  noChannelAnyMore: 'The channel is not connected any more.',
  notAccepted: 'The owner has not accepted this video yet.',
  notProcessed: 'The video could not be processed.',
  notReady: 'The video is not ready yet.',
  notThereYet: "It isn't there yet. We'll check again.",
  onHold: ({ channel }: { channel: string }) =>
    `On hold: ${channel} was disconnected. It goes out once the channel is connected again.`,
  opens: ({ where }: { where: string }) => `Opens the upload at ${where}.`,
  ourSide: 'Something went wrong on our side.',
  outNow: ({ where }: { where: string }) => `Live on ${where}.`,
  ownChannelGone: 'Its channel is not connected any more.',
  paused: 'Publishing is paused.',
  plausibleAgain: ({ views }: { views: string }) => `The counts are plausible again: ${views} views.`,
  preparedAgain: 'The file was prepared again after the upload started, so the upload starts over.',
  rejectedVideo: 'The video was rejected.',
  retriedByStaff: 'Tried again.',
  scheduledAgain: 'Scheduled once more.',
  startsOver: 'Nothing was posted and nothing can come of the first try: it starts over.',
  toLookUp: 'No answer came: it is looked up before anything else.',
  uploadOpen: 'The upload is open.',
  channelEnded: ({ channel, problem }: { channel: string; problem: Text }) =>
    `${channel} was disconnected, and its permission has ended: ${problem}`,
  countAccepted: ({ views, reason }: { views: string; reason: string }) =>
    `Accepted the count of ${views} views: ${reason}`,
  countDismissed: ({ views, reason }: { views: string; reason: string }) =>
    `Dismissed the count of ${views} views: ${reason}`,
  connectFirst: ({ channel }: { channel: string | null }) =>
    `Connect ${channel ?? 'the channel'} again first.`,
  noAnswerNothingPosted: ({ platform, times }: { platform: string; times: number }) =>
    `${platform} did not answer when the upload was opened. Nothing was posted: it was looked for ${times} times. Retry to send it.`,
  notChanged: ({ problem }: { problem: Text }) => `The post was not changed: ${problem}`,
  overdue: ({ note }: { note: Text | null }) =>
    `Due for more than a minute and not begun. ${note ?? 'No worker has taken it up.'}`,
  reconnectChannel: ({ channel, problem }: { channel: string; problem: Text | null }) =>
    `${channel} has to be connected again${problem ? `: ${problem}` : '.'}`,
  reconnectSoon: ({ channel, day }: { channel: string; day: string }) =>
    `${channel} has to be connected again by ${day}, or nothing goes out there afterwards.`,
  triedLater: ({ problem }: { problem: Text }) => `${problem} It is tried again.`,
  waitsForSlot: ({ platform, hour, day }: { platform: string; hour: number; day: number }) =>
    `Waits for a free slot: ${platform} takes ${hour} an hour and ${day} a day.`,
})
