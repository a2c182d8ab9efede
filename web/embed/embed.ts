import { loadStream } from '../features/player/load-stream.ts'

/** Fills the video host's embed page, which is nothing but a video element that names its playlist. */
const video = document.querySelector<HTMLVideoElement>('video[data-manifest]')
const manifest = video?.dataset.manifest
if (!video || !manifest) throw new Error('The page has no video with a playlist')

const note = document.createElement('p')
note.setAttribute('role', 'alert')

void loadStream(video, manifest, {
  startAt: 0,
  signal: new AbortController().signal,
  onFault: fault => {
    note.textContent = fault.message
    document.body.append(note)
  },
})
