import type { ToastContent } from '../../lib/toast.ts'

export const texts = {
  add: 'Add telemetry from the original file',
  why: 'Cutting and sharing programs drop the sensors. Choose the file as the camera wrote it: only its sensor data is sent, never the picture.',
  reading: 'Reading the file on this device',
  nothing: 'There is no telemetry in this file',
  nothingText: 'It needs to be the original from the camera, with its sensors switched on.',
  unreadable: 'The file could not be read',
  unreadableText: 'It may have been moved or changed. Choose it again.',
  found: (device: string | null) => (device ? `Found data of a ${device}` : 'Found sensor data'),
  tags: (count: number) => `${count} highlight ${count === 1 ? 'tag' : 'tags'} set while riding`,
  size: (kilobytes: string) => `${kilobytes} kB will be sent.`,
  send: 'Send and analyze again',
  other: 'Choose another file',
  toasts: {
    added: {
      title: 'Telemetry Added',
      description: 'The video is being analyzed again, now with its sensors.',
    } satisfies ToastContent,
    failed: 'Telemetry Not Added',
    failedOtherwise: 'Failed to send the telemetry. Please try again.',
  },
} as const
