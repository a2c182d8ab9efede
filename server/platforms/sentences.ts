import type { TextPart, TextUnit } from '#contract/platforms/limits.ts'
import { catalog, type Text } from '#server/platform/sentences.ts'

type Named = { platform: string }

const parts: Record<TextPart, string> = {
  title: 'The title',
  description: 'The description',
  tag: 'A tag',
  tags: 'The list of tags',
  together: 'Title, description and hashtags together',
}

/** Why a platform call failed or what a post waits for, for staff. Platforms are by name. */
export const sentences = catalog('platforms', {
  accountBanned: ({ platform }: Named) => `${platform} does not let this account post.`,
  accountHasNoChannel: ({ platform }: Named) => `This Google account has no ${platform} channel.`,
  accountNoUser: ({ platform }: Named) => `${platform} did not say whose account this is.`,
  accountPrivacy: ({ platform }: Named) => `${platform} does not allow this privacy setting for the account.`,
  addressExpired: ({ platform }: Named) => `The upload address at ${platform} has expired.`,
  addressForeign: ({ platform }: Named) => `${platform} named an upload address that is not its own.`,
  alwaysPublic: ({ platform }: Named) => `Whatever a ${platform} Page publishes is public.`,
  categoryRefused: ({ platform }: Named) => `${platform} does not take this category.`,
  channelGone: ({ platform }: Named) => `The ${platform} channel is gone.`,
  channelPrivacy: ({ platform }: Named) => `${platform} does not allow this privacy setting for the channel.`,
  channelSuspended: ({ platform }: Named) => `${platform} has suspended the channel.`,
  chooseViewers: ({ platform }: Named) =>
    `Choose who may see posts of this ${platform} account, under Channels.`,
  chooseViewersOf: ({ channel, platform }: Named & { channel: string }) =>
    `Choose who may see posts of ${channel} on ${platform}.`,
  codecUnreadable: ({ platform }: Named) => `${platform} cannot read the codec of the video.`,
  confirmedWithoutId: ({ platform }: Named) => `${platform} confirmed the upload without naming the video.`,
  connectionBreaks: ({ platform }: Named) => `The connection to ${platform} keeps breaking.`,
  consentWithdrawn: ({ platform }: Named) =>
    `The account took its permission back while ${platform} was working on the video.`,
  copyright: ({ platform }: Named) => `${platform} rejected the video over a copyright.`,
  couldNotConvert: ({ platform }: Named) => `${platform} could not convert the video.`,
  couldNotProcess: ({ platform }: Named) => `${platform} could not process the video.`,
  dayLimitAccount: ({ platform }: Named) => `The account has posted as much as ${platform} allows in a day.`,
  dayLimitChannel: ({ platform }: Named) =>
    `The channel has uploaded as much as ${platform} allows in a day.`,
  dayLimitPage: ({ platform }: Named) => `The Page has posted as many reels as ${platform} allows in a day.`,
  dayQuotaUsed: ({ platform }: Named) =>
    `Today's quota at ${platform} is used up; it goes on after midnight Pacific time.`,
  descriptionRefused: ({ platform }: Named) => `${platform} does not take this description.`,
  detailsRefused: ({ platform }: Named) => `${platform} does not take these details.`,
  duplicate: ({ platform }: Named) => `${platform} says that the video is there already.`,
  emptyFile: ({ platform }: Named) => `${platform} received an empty file.`,
  failedToProcess: ({ platform }: Named) => `${platform} failed to process the video.`,
  fileTooSmall: ({ platform }: Named) => `The file is too small for ${platform}.`,
  fileUnreadable: ({ platform }: Named) => `${platform} cannot read the file.`,
  formatRefused: ({ platform }: Named) => `${platform} does not take the format of the file.`,
  frameRateRefused: ({ platform }: Named) => `${platform} does not take the frame rate of the video.`,
  gaveUpUpload: ({ platform }: Named) => `${platform} has given the upload up.`,
  inappropriate: ({ platform }: Named) => `${platform} rejected the video as inappropriate.`,
  keptPrivate: ({ platform }: Named) =>
    `${platform} keeps the video private: Google hasn't verified the API project.`,
  keptPrivateAdvice: ({ platform }: Named) =>
    `${platform} keeps the video private: Google hasn't verified the API project. Request its audit or open the video in ${platform} Studio, then choose Retry. Nothing is uploaded again.`,
  lengthRefused: ({ platform }: Named) => `${platform} does not take videos of this length.`,
  mayBeOut: ({ platform }: Named) =>
    `${platform} doesn't know this upload any more, and the account's list doesn't show the post. It may be out all the same: look at the account on ${platform}. Retry looks for it again and posts nothing.`,
  missesPart: ({ platform }: Named) => `${platform} misses a part of the upload.`,
  noAnswer: ({ platform }: Named) => `${platform} does not answer.`,
  noAnswerOpening: ({ platform }: Named) => `${platform} did not answer when the upload was opened.`,
  noAnswerPublishing: ({ platform }: Named) => `${platform} did not answer when the reel was published.`,
  noLinkForADay: ({ platform }: Named) => `Posted, but ${platform} hasn't given it a public link for a day.`,
  noPage: ({ platform }: Named) => `No ${platform} Page was chosen on which this person may post.`,
  notApproved: ({ platform }: Named) =>
    `${platform} has not approved this application yet: it may post to private accounts only.`,
  notListedYet: ({ platform }: Named) => `${platform} does not list the video yet.`,
  notThere: ({ platform }: Named) => `${platform} doesn't have this video any more.`,
  opensAtItsTime: ({ platform }: Named) => `${platform} opens the video at its time.`,
  pageKeptFromPosting: ({ platform }: Named) => `${platform} keeps the Page from posting for a while.`,
  pause: ({ platform }: Named) => `${platform} asks for a pause.`,
  permissionsGone: ({ platform }: Named) => `${platform} allows nothing any more.`,
  pictureSizeRefused: ({ platform }: Named) => `${platform} does not take the picture size of the video.`,
  postCancelled: ({ platform }: Named) => `The post was cancelled at ${platform}.`,
  privacyLevels: ({ platform }: Named) => `${platform} knows public, unlisted and private.`,
  privacyNotForAccount: ({ platform }: Named) =>
    `${platform} does not offer this account that privacy setting.`,
  privacyNotOffered: ({ platform }: Named) =>
    `${platform} does not offer this privacy setting to the account any more: choose another one.`,
  probablyRemoved: ({ platform }: Named) =>
    `${platform} doesn't list the video: it was probably removed there. Retry asks ${platform} again and uploads nothing.`,
  processing: ({ platform }: Named) => `${platform} is processing the video.`,
  processingForADay: ({ platform }: Named) =>
    `${platform} has been processing the video for a day. Look at the account on ${platform}; Retry asks ${platform} again.`,
  processingReel: ({ platform }: Named) => `${platform} is processing the reel.`,
  receivedNothing: ({ platform }: Named) => `${platform} received no video.`,
  reconnectAccount: ({ platform }: Named) => `The ${platform} account has to be connected again.`,
  reconnectChannel: ({ platform }: Named) => `The ${platform} channel has to be connected again.`,
  reconnectPage: ({ platform }: Named) => `The ${platform} Page has to be connected again.`,
  reviewing: ({ platform }: Named) => `${platform} is reviewing the post before everyone can see it.`,
  sameReelJustPosted: ({ platform }: Named) => `${platform} says that the same reel was just posted.`,
  signInRefused: ({ platform }: Named) => `${platform} does not take the sign-in any more.`,
  spam: ({ platform }: Named) => `${platform} takes the video for spam.`,
  tagsRefused: ({ platform }: Named) => `${platform} does not take these tags.`,
  takingIn: ({ platform }: Named) => `${platform} is taking in the upload.`,
  termsOfUse: ({ platform }: Named) => `${platform} rejected the video under its terms of use.`,
  timeRefused: ({ platform }: Named) => `${platform} does not take this time of publication.`,
  titleRefused: ({ platform }: Named) => `${platform} does not take this title.`,
  trouble: ({ platform }: Named) => `${platform} has trouble at the moment.`,
  unknownUpload: ({ platform }: Named) => `${platform} doesn't know this upload any more.`,
  uploadAborted: ({ platform }: Named) => `The upload to ${platform} was aborted.`,
  waitsForUploads: ({ platform }: Named) => `${platform} waits for uploads that were begun and not finished.`,
  accountMaySeconds: ({ seconds }: { seconds: number }) =>
    `The account may post videos of up to ${seconds} seconds; this one is longer.`,
  brackets: ({ part }: { part: TextPart }) => `${parts[part]} can't contain < or >.`,
  brandedPrivate:
    "Branded content can't be private. Choose who else may see it, or don't mark it as branded.",
  captionsNotAdded: 'The captions could not be added.',
  coverNotSet: 'The cover picture could not be set.',
  extraMissing: ({ what, problem }: { what: Text; problem: Text }) => `${what} ${problem}`,
  googleSignIn: 'Google does not take the sign-in any more. Connect the channel again.',
  hashtagSpace: "A hashtag can't contain a space.",
  longerThanChannelMay: 'The video is longer than the channel may publish.',
  noPublicLink: 'Posted without a public link: not everyone can see it.',
  notAccepted: ({ platform, reason }: { platform: string; reason: string | null }) =>
    `${platform} did not accept the video (${reason ?? 'no reason given'}).`,
  notInPlaylist: 'The video could not be put into the playlist.',
  pageLost: 'the person who connected it has lost the Page',
  permissionOver: 'the permission was taken back or has expired',
  platformSilent: 'The platform does not answer.',
  platformTrouble: 'The platform has trouble at the moment.',
  reelSeconds: ({ shortest, longest }: { shortest: number; longest: number }) =>
    `A reel takes ${shortest} to ${longest} seconds of video.`,
  refusedReel: ({ platform, code }: { platform: string; code: string }) =>
    `${platform} refused the reel (${code}).`,
  refusedVideo: ({ platform, code }: { platform: string; code: string }) =>
    `${platform} refused the video (${code}).`,
  textTooLong: ({ part, over, unit }: { part: TextPart; over: number; unit: TextUnit }) =>
    `${parts[part]} is ${over} ${unit}${over === 1 ? '' : 's'} too long for this platform.`,
  titleMissing: 'Enter a title.',
  tooManyHashtags: ({ most }: { most: number }) => `At most ${most} hashtags.`,
})
