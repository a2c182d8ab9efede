import { clock } from '#contract/clock.ts'
import { catalog } from '#server/core/sentences.ts'

const more = (verified: boolean) => (verified ? '' : ' Verify your email address to get more room.')
const moreTime = (verified: boolean) => (verified ? '' : ' Verify your email address to get more.')

/** What riders read about their uploads and videos. */
export const sentences = catalog('videos', {
  accountFull: ({ minutes, verified }: { minutes: number; verified: boolean }) =>
    `Your account can hold ${minutes} minutes of video. Delete a video, then try again.${more(verified)}`,
  alreadyUploaded: 'This video is already uploaded.',
  confirmEmail: 'Confirm your email address first.',
  couldNotProcess: ({ title }: { title: string }) => `We couldn't process '${title}'`,
  cpuUsed: ({ verified }: { verified: boolean }) =>
    `Your account has used up its processing time for today. Try again after midnight UTC.${moreTime(verified)}`,
  cpuWaits: ({ verified }: { verified: boolean }) =>
    `Your account has used up its processing time for today. We'll process this video after midnight UTC.${moreTime(verified)}`,
  cutOff:
    'The end of the file is missing: it was copied or recorded only in part. Copy it from the camera again, or try with what is there.',
  damaged: ({ readableSeconds, promisedSeconds }: { readableSeconds: number; promisedSeconds: number }) =>
    `Part of the file is damaged: only ${clock(readableSeconds)} of ${clock(promisedSeconds)} can be read. Copy it from the camera again, or keep what's there.`,
  diskFull: 'The server is out of disk space. We kept what has arrived, so you can resume this upload later.',
  doesNotFit: ({ gigabytes, verified }: { gigabytes: number; verified: boolean }) =>
    `This file doesn't fit in your account's ${gigabytes} GB. Delete a video, then try again.${more(verified)}`,
  empty: 'The file is empty. Choose the video file again.',
  failed: "We couldn't process the video, and our team has been notified. Upload it again, or contact us.",
  linkExpired: 'This upload link has expired. Start the upload again.',
  linkInvalid: "This upload link isn't valid. Start the upload again.",
  noFile: 'The form has no field "file".',
  noFileYet: 'No file arrived. Please try again.',
  notAForm: 'Send the video as a multipart form with the field "file".',
  notAVideo: "Trailcut can't read this file as a video. Use MP4, MOV, AVI, MKV, WMV, FLV or WebM.",
  otherFile: 'Another file is already on its way to this address. Start a new upload for this one.',
  moreThanAnnounced: ({ bytes }: { bytes: number }) =>
    `This is more than the ${bytes} bytes that were announced.`,
  notKept: "We don't have the file anymore. Upload it again.",
  notStored: "We couldn't store the upload. Please try again.",
  overtaken: 'Another upload of this video has started, so we stopped this one.',
  pictureTooLarge: ({ width, height }: { width: number; height: number }) =>
    `The picture is ${width} × ${height} pixels, which is more than we can process. Export the video in 4K or smaller and upload it again.`,
  publishedStays: "You can't delete a published video yourself. Ask our staff to take it down first.",
  storageFull: ({ gigabytes, verified }: { gigabytes: number; verified: boolean }) =>
    `There's no room left in this account's ${gigabytes} GB, which hold its videos and everything made of them. Delete videos, reels or music, then try again.${more(verified)}`,
  storageFullTitle: "Your account's storage is full",
  storageFullForLadder: ({ title }: { title: string }) =>
    `There was no room for every resolution of '${title}'. It plays, but may load slowly on a phone. Delete videos, reels or music to make room for your next ones.`,
  suspended: "Your account is suspended, so you can't upload to it.",
  tooCostly:
    'This video takes too much computing to process: it is long, large, or has a very high frame rate. Export it as H.264 in 1080p, or in shorter pieces, and upload it again.',
  tooLarge: ({ megabytes }: { megabytes: number }) =>
    `The file is larger than ${megabytes} MB. Reduce its size and try again.`,
  tooLong: ({ minutes }: { minutes: number }) =>
    `The video is longer than ${minutes} minutes. Cut it into shorter pieces and upload those.`,
  unfinished: ({ uploads, verified }: { uploads: number; verified: boolean }) =>
    `You have ${uploads} unfinished ${uploads === 1 ? 'upload' : 'uploads'}. Finish or delete one, then try again.${more(verified)}`,
})
