import { catalog } from '#server/core/sentences.ts'

/** What people read about chapters of one recording and joining them. */
export const sentences = catalog('chapters', {
  alreadyJoined: 'These parts have already been joined.',
  alreadyOut: ({ title }: { title: string }) =>
    `'${title}' is already published or scheduled. The same footage can't earn twice, so these parts can't be joined.`,
  budgetSpent: 'You have joined as many recordings as you can for today. Try again tomorrow.',
  changed: 'The parts of this recording have changed. Look at them again, then join them.',
  couldNotJoin:
    "We couldn't join the parts, and our team has been notified. The parts are unchanged. Delete this video, then try again.",
  differentSettings: ({ fileName }: { fileName: string }) =>
    `${fileName} was recorded with another camera or other settings than the part before it, so they can't be joined.`,
  missing: ({ fileName }: { fileName: string }) =>
    `${fileName} is missing. Upload it, then join all parts of the recording.`,
  notOneRecording: "These videos aren't parts of one recording.",
  notReady: ({ fileName }: { fileName: string }) =>
    `${fileName} isn't ready yet. You can join the parts once it is.`,
  outElsewhere: ({ title }: { title: string }) =>
    `'${title}' shows the same footage and is already published or scheduled. The same footage can't earn twice.`,
  partGone:
    'One of the parts was deleted before they were joined. Delete this video, then join the other parts.',
  timesApart: ({ fileName }: { fileName: string }) =>
    `${fileName} wasn't recorded right after the part before it, so it belongs to another recording.`,
  tooLarge: ({ megabytes }: { megabytes: number }) =>
    `Together the parts are larger than ${megabytes} MB, the most that one video can have.`,
  tooLong: ({ minutes }: { minutes: number }) =>
    `Together the parts are longer than ${minutes} minutes, the most that one video can have.`,
  twice: ({ fileName }: { fileName: string }) =>
    `You have uploaded two different files called ${fileName}. Delete the one that doesn't belong here, then join the parts.`,
  wrongOrder: 'The parts must be in the order in which the camera recorded them, with none left out.',
})
