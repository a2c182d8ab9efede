import { creatorShare, uploadSizeHelperText } from '#contract/constants.ts'
import { formatList, formatPercent } from '../../lib/format.ts'
import type { ToastContent } from '../../lib/toast.ts'

const failed = (description: string): ToastContent => ({
  title: 'Upload Failed',
  description,
  variant: 'destructive',
})

export const texts = {
  title: 'Upload',
  lead: "Raw footage is all we need: no editing, no titles. It's playable within seconds and analyzed right away.",
  drop: 'Drop your ride here',
  dropActive: 'Drop to select this video',
  choose: 'Choose a video',
  helper: `MP4, MOV, AVI, MKV, WMV, FLV or WebM, ${uploadSizeHelperText}`,
  change: 'Choose another file',
  start: 'Upload Video',
  aboutVideo: 'About the video',
  aboutUploading: 'About uploading',
  sentOf: (sent: string, total: string) => `${sent} of ${total}`,
  startMany: (count: number) => `Upload ${count} Videos`,
  preflight: {
    facts: {
      size: 'Size',
      length: 'Length',
      picture: 'Picture',
      time: 'Upload time',
      telemetry: 'Telemetry',
    },
    unknown: 'Unknown',
    looking: 'Looking for sensors...',
    noTelemetry: 'None in this file. Scores will come from picture and sound.',
    noSpeed: 'Shown once the upload starts',
    about: (clock: string) => `About ${clock}`,
  },
  known: {
    title: (date: string) => `You uploaded this on ${date}`,
    text: (title: string) => `It's “${title}” on your dashboard.`,
    show: 'View it',
    anyway: 'Upload anyway',
  },
  queue: {
    title: 'Up next',
    remove: (title: string) => `Remove ${title}`,
    next: (count: number) => `Next video (${count} left)`,
  },
  fields: { title: 'Title', description: 'Description', category: 'Category' },
  kept: (title: string) => `Your details for “${title}” are still here`,
  keptText: "Browsers don't keep files, so choose the video again.",
  titleHint: 'Taken from the file name. Say what happens: "First climb of the season".',
  uploading: (name: string) => `Uploading ${name}`,
  preparing: 'Preparing the upload',
  finishing: 'All sent, saving the file',
  stalled: 'stalled, retrying',
  paused: 'Paused',
  left: (clock: string) => `about ${clock} left`,
  pause: 'Pause',
  resume: 'Resume',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  cancelled: {
    title: 'Upload Canceled',
    description: 'The part already sent was deleted.',
  } satisfies ToastContent,
  processing: 'Processing your video',
  processingNote: 'Your video will be playable in a moment. You can leave this page.',
  complete: 'Upload complete',
  completeNote: (title: string) =>
    `“${title}” is ready to watch and waiting for review. Its highlights appear once the analysis is done.`,
  alsoComplete: (titles: readonly string[]) =>
    `Also uploaded: ${formatList(titles.map(title => `“${title}”`))}. You'll find them on the dashboard.`,
  another: 'Upload another video',
  toDashboard: 'Go to the dashboard',
  leaving: 'You can keep using Trailcut, but leave this tab open.',
  backOnline: { title: 'Back Online', description: 'Your upload is running again.' } satisfies ToastContent,
  ready: (title: string): ToastContent => ({ title: 'Your video is ready', description: title }),
  unfinished: {
    heading: (title: string) => `Resume “${title}”`,
    explanation: 'This upload was interrupted. Choose the same file again and it picks up where it left off.',
    stored: (stored: string, total: string) => `${stored} of ${total} already uploaded.`,
    choose: 'Choose the file again',
    discard: 'Discard',
    otherFile: (name: string, size: string) =>
      `That's a different file. The unfinished upload is ${name}, ${size}.`,
    expired: 'The unfinished upload has expired. Please start again.',
  },
  toasts: {
    failed,
    invalidType: {
      title: 'Invalid File Type',
      description: 'Please upload a video file.',
      variant: 'destructive',
    } satisfies ToastContent,
    tooLarge: (megabytes: number): ToastContent => ({
      title: 'File Too Large',
      description: `Please upload a video file smaller than 500MB. Current file size: ${megabytes}MB`,
      variant: 'destructive',
    }),
    oneFile: {
      title: 'One File at a Time',
      description: 'Please choose exactly one video file.',
      variant: 'destructive',
    } satisfies ToastContent,
    notShared: failed("Couldn't open the file you shared. Please choose it here."),
    noUrl: failed('Could not initialize upload. Please check your connection and try again.'),
  },
  errors: {
    noUrl: 'Failed to create upload URL. Please try again.',
    processing: 'Video processing failed. Please try again.',
    tooLarge: (megabytes: number) =>
      `File is too large (${megabytes}MB). Please reduce file size to under 500MB and try again.`,
    timeout: 'Upload timeout. Please try again with a smaller file or better connection.',
    tooMany: 'Too many upload attempts. Please wait a moment and try again.',
    status: (code: number) => `Upload failed with status ${code}`,
    attempts: 'Upload failed after multiple attempts. Please check your connection and try again.',
    unreadable: 'Your browser can no longer read this file.',
    notDiscarded: "Couldn't delete the unfinished upload. It will expire on its own.",
  },
  /** Advice for failures that the contract names without a text, and for a file that is gone. */
  advice: {
    network:
      "Your connection dropped. What was sent is saved, and the upload resumes automatically when you're back online.",
    cors: "Your browser couldn't send the file to the video host. A content blocker or a company network is often the cause.",
    unreadable:
      "It was moved, changed or unplugged after you chose it. Choose it again: if it hasn't changed, the upload resumes.",
    attempts:
      "You're online, but the server didn't answer. What was sent is saved: press Resume to continue.",
  },
  info: {
    ai: {
      title: 'AI features',
      points: [
        'Highlights found in picture, sound and camera sensors',
        'Evidence behind every score',
        'Title, description and tags written for you',
      ],
    },
    share: {
      title: 'Revenue sharing',
      figure: formatPercent(creatorShare),
      text: `You keep ${formatPercent(creatorShare)} of what your published videos earn.`,
    },
    tips: {
      title: 'Upload tips',
      points: [
        'Record in 1080p or higher',
        'Keep videos under 10 minutes',
        'Show action: jumps, climbs, mud, close calls',
        'Use a title that says what happens',
      ],
    },
  },
} as const
