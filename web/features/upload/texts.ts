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
  lead: 'Raw footage is enough: no cutting, no titles. It is playable within seconds and analyzed at once.',
  drop: 'Drop your ride here',
  dropActive: 'Let go to choose this video',
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
      time: 'Expected time',
      telemetry: 'Telemetry',
    },
    unknown: 'Not readable here',
    looking: 'Looking for sensors...',
    noTelemetry: 'None in this file: scores will come from picture and sound.',
    noSpeed: 'Told once it runs',
    about: (clock: string) => `About ${clock}`,
  },
  known: {
    title: (date: string) => `You uploaded this on ${date}`,
    text: (title: string) => `It is “${title}” on your dashboard.`,
    show: 'Show it',
    anyway: 'Upload anyway',
  },
  queue: {
    title: 'After this one',
    remove: (title: string) => `Leave out ${title}`,
    next: (count: number) => `Go on with the next (${count})`,
  },
  fields: { title: 'Title', description: 'Description', category: 'Category' },
  kept: (title: string) => `What you wrote about "${title}" is still here`,
  keptText: 'A browser keeps words, not files: choose the video again.',
  titleHint: 'Taken from the file name. Say what happens: "First climb of the season".',
  uploading: (name: string) => `Uploading ${name}`,
  preparing: 'Preparing the upload',
  finishing: 'All sent, the server is storing the file',
  stalled: 'stalled, retrying',
  paused: 'Paused',
  left: (clock: string) => `about ${clock} left`,
  pause: 'Pause',
  resume: 'Resume',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  cancelled: {
    title: 'Upload Cancelled',
    description: 'What had been sent was deleted.',
  } satisfies ToastContent,
  processing: 'Processing your video',
  processingNote: 'Your video will be playable in a moment. You can leave this page.',
  complete: 'Upload complete',
  completeNote: (title: string) =>
    `“${title}” is ready to watch and waits for review. The analysis fills in by itself.`,
  alsoComplete: (titles: readonly string[]) =>
    `Also uploaded: ${formatList(titles.map(title => `“${title}”`))}. You'll find them on the dashboard.`,
  another: 'Upload another video',
  toDashboard: 'Go to the dashboard',
  leaving: 'You can use the rest of Trailcut meanwhile. Keep this tab open.',
  backOnline: { title: 'Back Online', description: 'The upload goes on.' } satisfies ToastContent,
  ready: (title: string): ToastContent => ({ title: 'Your video is ready', description: title }),
  unfinished: {
    heading: (title: string) => `Resume “${title}”`,
    explanation: 'This upload was interrupted. Choose the same file again and it goes on where it stopped.',
    stored: (stored: string, total: string) => `${stored} of ${total} are already here.`,
    choose: 'Choose the file again',
    discard: 'Discard',
    otherFile: (name: string, size: string) =>
      `This is another file. The unfinished upload is ${name} with ${size}.`,
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
    notShared: failed('What you shared could not be taken over. Please choose it here.'),
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
    notDiscarded: 'The unfinished upload could not be deleted now. It expires by itself.',
  },
  /** What people can do about the failures that the contract names without a wording, and about a file that is gone. */
  advice: {
    network:
      'Your connection dropped. What was sent is kept, and the upload goes on by itself when you are back online.',
    cors: 'Your browser was not allowed to send the file to the video host. A content blocker or a company network often causes this.',
    unreadable:
      'It was moved, changed or unplugged after you chose it. Choose it again: what was sent of an unchanged file is kept.',
    attempts: 'The line is up but the server did not answer. What was sent is kept: press Resume to go on.',
  },
  info: {
    ai: {
      title: 'AI features',
      points: [
        'Highlights found in picture, sound and camera sensors',
        'Each score explained by the facts behind it',
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
