import type { AddedRide } from '#contract/analysis.ts'
import type { ToastContent } from '../../lib/toast.ts'

export const texts = {
  add: 'Add a ride or the original file',
  why: "Add the ride from your watch, bike computer or app (FIT, GPX, TCX, KML, CSV or SRT). Editing and sharing apps strip sensor data: for such a copy, choose the camera's original file. Only sensor data is sent, never the video.",
  reading: 'Reading the file on this device',
  nothing: 'No telemetry in this file',
  nothingText:
    "It needs to be a recorded ride with times, or the camera's original, recorded with its sensors on.",
  unreadable: "Couldn't read the file",
  unreadableText: 'It may have been moved or changed. Choose it again.',
  found: (device: string | null) => (device ? `Found data from a ${device}` : 'Found sensor data'),
  tags: (count: number) => `${count} highlight ${count === 1 ? 'tag' : 'tags'} set while riding`,
  size: (kilobytes: string) => `${kilobytes} kB will be sent.`,
  send: 'Send and analyze again',
  sendAnyway: 'Add it anyway',
  otherDay: 'Is it the right ride?',
  otherDayText: "If the camera's clock was wrong, add the ride anyway and check its place afterward.",
  other: 'Choose another file',
  sensors: {
    title: 'Sensors',
    camera: 'Camera',
    ride: 'Recorded ride',
    inVideo: 'In the video',
    added: (format: string) => `Added, ${format}`,
    methods: {
      recording: 'Laid on the video where the camera noted its start in the ride.',
      satellite: 'Laid on the video by satellite time.',
      turns: 'Laid on the video where the camera turned as the track does.',
      clock: "Laid on the video by the camera's clock. Check its place: a clock may be wrong.",
      start: 'The ride and the video begin together, for want of a clue. Check its place.',
      rider: 'Laid on the video as you chose.',
    } satisfies Record<AddedRide['method'], string>,
    begins: (place: string) => `The video begins at ${place} of the ride`,
    agreement: (share: string) => `turns agree by ${share}`,
    dropped: (count: number) =>
      `${count} ${count === 1 ? "sample that can't be true was" : "samples that can't be true were"} left out.`,
    none: 'This file has no sensor data. Scores come from picture and sound alone.',
    noPlaces: (device: string | null) =>
      `${device ?? 'This video'} has no GPS data: add the ride from your watch, bike computer or app for speed and map.`,
  },
  place: {
    open: 'Correct the time',
    title: 'Lay the ride on the video',
    how: 'Move until the speed fits the picture: high where you go fast, down where you stop.',
    failed: "Couldn't load the ride.",
    at: (place: string) => `Video begins at ${place}`,
    step: (seconds: number) => `${seconds > 0 ? '+' : '−'}${Math.abs(seconds)} s`,
    slider: 'Where the video begins in the ride',
    others: 'Other places that fit:',
    other: (place: string, confidence: number | null) =>
      confidence === null ? place : `${place}, ${Math.round(confidence * 100)}%`,
    undo: 'Find the place automatically',
    save: 'Save and analyze again',
  },
  toasts: {
    placed: {
      title: 'Ride Moved',
      description: "We're analyzing the video again, with the ride in its new place.",
    } satisfies ToastContent,
    placeFailed: 'Ride Not Moved',
    placeFailedOtherwise: 'Failed to move the ride. Please try again.',
    added: {
      title: 'Telemetry Added',
      description: "We're analyzing the video again, now with sensor data.",
    } satisfies ToastContent,
    failed: 'Telemetry Not Added',
    failedOtherwise: 'Failed to send the telemetry. Please try again.',
  },
} as const
