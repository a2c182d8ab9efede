import type { ToastContent } from '../../lib/toast.ts'

export const texts = {
  add: 'Add telemetry from the original file',
  why: "Editing and sharing apps strip sensor data. Choose the camera's original file: only its sensor data is sent, never the video.",
  reading: 'Reading the file on this device',
  nothing: 'No telemetry in this file',
  nothingText: "It needs to be the camera's original, recorded with its sensors on.",
  unreadable: "Couldn't read the file",
  unreadableText: 'It may have been moved or changed. Choose it again.',
  found: (device: string | null) => (device ? `Found data from a ${device}` : 'Found sensor data'),
  tags: (count: number) => `${count} highlight ${count === 1 ? 'tag' : 'tags'} set while riding`,
  size: (kilobytes: string) => `${kilobytes} kB will be sent.`,
  send: 'Send and analyze again',
  other: 'Choose another file',
  toasts: {
    added: {
      title: 'Telemetry Added',
      description: "We're analyzing the video again, now with sensor data.",
    } satisfies ToastContent,
    failed: 'Telemetry Not Added',
    failedOtherwise: 'Failed to send the telemetry. Please try again.',
  },
} as const
