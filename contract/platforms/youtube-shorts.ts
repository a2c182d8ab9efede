import { definePlatform } from './facts.ts'
import { measureYoutube, youtubeChannel } from './youtube.ts'

/** Uploads to the YouTube channel; YouTube treats them as Shorts because of their shape and length. */
export const youtubeShorts = definePlatform({
  id: 'youtube_shorts',
  channel: youtubeChannel,
  name: 'YouTube Shorts',
  postName: 'YouTube Short',
  short: 'Short',
  texts: 'youtube',
  style: 'tagged',
  form: null,
  wholeVideo: false,
  afterwards: { words: true, hide: true, remove: true, limit: null },
  measure: measureYoutube,
})
