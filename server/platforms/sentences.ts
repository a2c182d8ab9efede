import type { TextPart, TextUnit } from '#contract/platforms/limits.ts'
import { catalog, type Text } from '#server/core/sentences.ts'

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
  accountBanned: ({ platform }: Named) => `${platform} doesn't let this account post.`,
  accountHasNoChannel: ({ platform }: Named) => `This Google account has no ${platform} channel.`,
  accountNoUser: ({ platform }: Named) => `${platform} didn't say whose account this is.`,
  accountPrivacy: ({ platform }: Named) => `${platform} doesn't allow this privacy setting for the account.`,
  addressExpired: ({ platform }: Named) => `The upload address at ${platform} has expired.`,
  addressForeign: ({ platform }: Named) => `${platform} sent an upload address that isn't its own.`,
  alwaysPublic: ({ platform }: Named) => `Everything that a ${platform} Page publishes is public.`,
  categoryRefused: ({ platform }: Named) => `${platform} doesn't accept this category.`,
  channelGone: ({ platform }: Named) => `The ${platform} channel is gone.`,
  channelPrivacy: ({ platform }: Named) => `${platform} doesn't allow this privacy setting for the channel.`,
  channelSuspended: ({ platform }: Named) => `${platform} has suspended the channel.`,
  chooseViewers: ({ platform }: Named) =>
    `Under Channels, choose who can see posts of this ${platform} account.`,
  chooseViewersOf: ({ channel, platform }: Named & { channel: string }) =>
    `Choose who can see posts of ${channel} on ${platform}.`,
  codecUnreadable: ({ platform }: Named) => `${platform} can't read the video's codec.`,
  confirmedWithoutId: ({ platform }: Named) => `${platform} confirmed the upload without the video's ID.`,
  connectionBreaks: ({ platform }: Named) => `The connection to ${platform} keeps breaking.`,
  consentWithdrawn: ({ platform }: Named) =>
    `The account revoked its permission while ${platform} was processing the video.`,
  copyright: ({ platform }: Named) => `${platform} rejected the video because of a copyright claim.`,
  couldNotConvert: ({ platform }: Named) => `${platform} couldn't convert the video.`,
  couldNotProcess: ({ platform }: Named) => `${platform} couldn't process the video.`,
  dayLimitAccount: ({ platform }: Named) => `The account has posted as much as ${platform} allows in a day.`,
  dayLimitChannel: ({ platform }: Named) =>
    `The channel has uploaded as much as ${platform} allows in a day.`,
  dayLimitPage: ({ platform }: Named) => `The Page has posted as many reels as ${platform} allows in a day.`,
  dayQuotaUsed: ({ platform }: Named) =>
    `Today's ${platform} quota is used up. It resets at midnight Pacific time.`,
  descriptionRefused: ({ platform }: Named) => `${platform} doesn't accept this description.`,
  detailsRefused: ({ platform }: Named) => `${platform} doesn't accept these details.`,
  duplicate: ({ platform }: Named) => `${platform} says that it already has this video.`,
  emptyFile: ({ platform }: Named) => `${platform} received an empty file.`,
  failedToProcess: ({ platform }: Named) => `${platform} failed to process the video.`,
  fileTooSmall: ({ platform }: Named) => `The file is too small for ${platform}.`,
  fileUnreadable: ({ platform }: Named) => `${platform} can't read the file.`,
  formatRefused: ({ platform }: Named) => `${platform} doesn't accept this file format.`,
  frameRateRefused: ({ platform }: Named) => `${platform} doesn't accept the video's frame rate.`,
  gaveUpUpload: ({ platform }: Named) => `${platform} ended the upload.`,
  inappropriate: ({ platform }: Named) => `${platform} rejected the video as inappropriate.`,
  keptPrivate: ({ platform }: Named) => `${platform} keeps the video private.`,
  keptPrivateAdvice: ({ platform }: Named) =>
    `${platform} keeps the video private. Make it public in ${platform} Studio, then choose Retry. Nothing is uploaded again.`,
  lengthRefused: ({ platform }: Named) => `${platform} doesn't accept videos of this length.`,
  mayBeOut: ({ platform }: Named) =>
    `${platform} doesn't know this upload any more, and the account's list doesn't show the post. It may still have been published: check the account on ${platform}. Retry looks for it again and posts nothing.`,
  missesPart: ({ platform }: Named) => `Part of the upload is missing at ${platform}.`,
  noAnswer: ({ platform }: Named) => `${platform} isn't responding.`,
  noAnswerOpening: ({ platform }: Named) => `${platform} didn't respond when the upload started.`,
  noAnswerPublishing: ({ platform }: Named) => `${platform} didn't respond when the reel was published.`,
  noLinkForADay: ({ platform }: Named) => `Posted, but ${platform} hasn't given it a public link for a day.`,
  noPage: ({ platform }: Named) => `This person can't post on any of the ${platform} Pages that they chose.`,
  notApproved: ({ platform }: Named) =>
    `${platform} hasn't approved this app yet, so it can only post to private accounts.`,
  notListedYet: ({ platform }: Named) => `${platform} doesn't list the video yet.`,
  notThere: ({ platform }: Named) => `${platform} doesn't have this video any more.`,
  opensAtItsTime: ({ platform }: Named) => `${platform} will make the video public at the scheduled time.`,
  pageKeptFromPosting: ({ platform }: Named) => `${platform} has temporarily stopped the Page from posting.`,
  pause: ({ platform }: Named) => `${platform} asked us to slow down.`,
  permissionsGone: ({ platform }: Named) => `${platform} no longer grants any permissions.`,
  pictureSizeRefused: ({ platform }: Named) => `${platform} doesn't accept the video's resolution.`,
  postCancelled: ({ platform }: Named) => `The post was canceled on ${platform}.`,
  privacyLevels: ({ platform }: Named) => `On ${platform}, posts can be public, unlisted or private.`,
  privacyNotForAccount: ({ platform }: Named) =>
    `${platform} doesn't offer that privacy setting for this account.`,
  privacyNotOffered: ({ platform }: Named) =>
    `${platform} no longer offers this privacy setting for the account. Choose another one.`,
  probablyRemoved: ({ platform }: Named) =>
    `${platform} doesn't list the video; it was probably removed there. Retry checks again and uploads nothing.`,
  processing: ({ platform }: Named) => `${platform} is processing the video.`,
  processingForADay: ({ platform }: Named) =>
    `${platform} has been processing the video for a day. Check the account on ${platform}. Retry checks again.`,
  processingReel: ({ platform }: Named) => `${platform} is processing the reel.`,
  receivedNothing: ({ platform }: Named) => `${platform} received no video.`,
  reconnectAccount: ({ platform }: Named) => `The ${platform} account needs to be connected again.`,
  reconnectChannel: ({ platform }: Named) => `The ${platform} channel needs to be connected again.`,
  reconnectPage: ({ platform }: Named) => `The ${platform} Page needs to be connected again.`,
  reviewing: ({ platform }: Named) => `${platform} is reviewing the post before everyone can see it.`,
  sameReelJustPosted: ({ platform }: Named) => `${platform} says that the same reel was just posted.`,
  signInRefused: ({ platform }: Named) => `${platform} no longer accepts the sign-in.`,
  spam: ({ platform }: Named) => `${platform} marked the video as spam.`,
  tagsRefused: ({ platform }: Named) => `${platform} doesn't accept these tags.`,
  takingIn: ({ platform }: Named) => `${platform} is receiving the upload.`,
  termsOfUse: ({ platform }: Named) => `${platform} rejected the video under its terms of use.`,
  timeRefused: ({ platform }: Named) => `${platform} doesn't accept this publishing time.`,
  titleRefused: ({ platform }: Named) => `${platform} doesn't accept this title.`,
  trouble: ({ platform }: Named) => `${platform} is having problems right now.`,
  unknownUpload: ({ platform }: Named) => `${platform} doesn't know this upload any more.`,
  uploadAborted: ({ platform }: Named) => `The upload to ${platform} was aborted.`,
  waitsForUploads: ({ platform }: Named) =>
    `${platform} is waiting for uploads that were started but not finished.`,
  accountMaySeconds: ({ seconds }: { seconds: number }) =>
    `This account can post videos of up to ${seconds} seconds; this one is longer.`,
  brackets: ({ part }: { part: TextPart }) => `${parts[part]} can't contain < or >.`,
  brandedPrivate:
    "Branded content can't be private. Choose who else may see it, or don't mark it as branded.",
  captionsNotAdded: "Couldn't add the captions.",
  coverNotSet: "Couldn't set the cover.",
  extraMissing: ({ what, problem }: { what: Text; problem: Text }) => `${what} ${problem}`,
  googleSignIn: 'Google no longer accepts the sign-in. Connect the channel again.',
  hashtagSpace: "A hashtag can't contain a space.",
  longerThanChannelMay: 'The video is longer than this channel can publish.',
  noPublicLink: 'Posted without a public link, so not everyone can see it.',
  notAccepted: ({ platform, reason }: { platform: string; reason: string | null }) =>
    `${platform} didn't accept the video (${reason ?? 'no reason given'}).`,
  notInPlaylist: "Couldn't add the video to the playlist.",
  pageLost: 'the person who connected it no longer has access to the Page',
  permissionOver: 'the permission was revoked or has expired',
  platformSilent: "The platform isn't responding.",
  platformTrouble: 'The platform is having problems right now.',
  reelSeconds: ({ shortest, longest }: { shortest: number; longest: number }) =>
    `A reel must be ${shortest} to ${longest} seconds long.`,
  refusedReel: ({ platform, code }: { platform: string; code: string }) =>
    `${platform} refused the reel (${code}).`,
  refusedVideo: ({ platform, code }: { platform: string; code: string }) =>
    `${platform} refused the video (${code}).`,
  textTooLong: ({ part, over, unit }: { part: TextPart; over: number; unit: TextUnit }) =>
    `${parts[part]} is ${over} ${unit}${over === 1 ? '' : 's'} too long for this platform.`,
  titleMissing: 'Enter a title.',
  tooManyHashtags: ({ most }: { most: number }) => `At most ${most} hashtags.`,
})
