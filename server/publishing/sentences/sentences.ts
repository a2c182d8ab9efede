import { catalog, type Text } from '#server/core/sentences.ts'

/** What staff read when a publication, a post or a channel can't be changed. Platforms and channels are by name. */
export const sentences = catalog('publishing', {
  alwaysPublic: ({ platform }: { platform: string }) =>
    `Everything a ${platform} Page publishes is public. To take a reel down, delete it.`,
  alreadyDecided: 'Someone else has just decided about this. Please look again.',
  atLeastOneNow: ({ platform }: { platform: string }) => `This is already on its way to ${platform}.`,
  brandedPrivate: "Branded content can't be private.",
  cancelled: 'This was canceled.',
  changedMeanwhile: 'Someone else changed this while you had it open. Please look again.',
  channelDisconnected: ({ channel }: { channel: string }) =>
    `${channel} was disconnected. Choose another channel, or connect it again under Publishing.`,
  channelExpired: ({ channel }: { channel: string }) =>
    `${channel} needs to be connected again. You can do that under Publishing.`,
  channelNotConnected: ({ channel }: { channel: string }) => `${channel} isn't connected. Connect it first.`,
  chooseChannel: ({ kind }: { kind: string }) => `Choose one of the ${kind} channels.`,
  chooseWhen: 'Choose when to publish: now, at the best time, or at a time of your own.',
  countsDecided: ({ state }: { state: string }) =>
    `These counts are already ${state}, so nothing was changed.`,
  countsMoved: ({ views }: { views: number }) =>
    `The platform now reports ${views.toLocaleString('en-US')} views. Please look again.`,
  deletedThere: ({ platform }: { platform: string }) => `This post was deleted on ${platform}.`,
  failedThere: ({ platform }: { platform: string }) =>
    `This failed on ${platform} before. Retry that publication instead.`,
  incomeTooEarly: "This month hasn't started. Choose this month or an earlier one.",
  inPast: 'That time has passed. Choose a later one.',
  lateToChange: ({ platform }: { platform: string }) =>
    `The upload to ${platform} has started, so it's too late for that.`,
  newerCounts: 'Newer counts have been accepted since, so nothing was changed.',
  noCall: ({ platform }: { platform: string }) => `${platform} doesn't let us do this.`,
  noChanges: ({ platform }: { platform: string }) =>
    `${platform} doesn't let apps change or delete posts. Open the post on ${platform} to do that there.`,
  noChannel: ({ kind }: { kind: string }) =>
    `No ${kind} channel is connected. Connect one under Publishing first.`,
  noChoices: ({ kind }: { kind: string }) => `Posts on ${kind} don't need any choices.`,
  noCredentials: ({ kind }: { kind: string }) =>
    `This server has no credentials for ${kind}. Add them to its settings.`,
  noCredentialsHere: 'this server has no credentials for the platform',
  noPermission: "The platform didn't send a permission.",
  noPostId: ({ platform }: { platform: string }) =>
    `${platform} didn't give this post an id, so it can only be changed there.`,
  noSuchTime: "That date or time doesn't exist.",
  notAllConsented: "Some permissions we need weren't granted. Connect again and leave all boxes checked.",
  notAllowed: 'Nothing was connected, because permission was denied.',
  notConnected: ({ problem }: { problem: Text }) => `We couldn't connect the account: ${problem}`,
  notFailed: 'Only a failed publication can be retried.',
  notLasting: "The platform didn't give us lasting permission. Please connect again.",
  notOffered: "The account doesn't offer this.",
  notOut: ({ platform }: { platform: string }) => `This isn't on ${platform} yet.`,
  onAlready: ({ platform }: { platform: string }) => `This is already on ${platform}.`,
  otherBrowser: 'This connection was started in another browser or too long ago. Please try again.',
  otherVideo: "The video in the body isn't the one in the address.",
  platformSaid: ({ problem }: { problem: Text }) => `${problem}`,
  postBusy: 'Someone is changing this post right now. Please try again in a moment.',
  reconnectFirst: ({ problem }: { problem: Text }) =>
    `Connect the channel again first, with all permissions: ${problem}`,
  sendAgain: ({ said }: { said: Text }) => `${said} Choose to send it again if you want it there twice.`,
  tooFarAhead: "That's more than a year ahead. Choose an earlier time.",
  tooLong: ({ seconds, platform, most }: { seconds: number; platform: string; most: number }) =>
    `This clip lasts ${seconds} seconds; ${platform} takes up to ${most}.`,
  tryLater: ({ problem }: { problem: Text }) => `${problem} Please try again later.`,
  twoDates: ({ typed }: { typed: string }) =>
    `'${typed}' is one day in some countries and another day in others. Write the month as a word, such as 'January 2'.`,
  unreadableTime: ({ typed }: { typed: string }) =>
    `We can't read '${typed}' as a time. Try 'tomorrow 6pm' or '2026-11-29 18:00'.`,
})
