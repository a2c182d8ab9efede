/** The light build has no declarations of its own; it is the full one without subtitles, DRM and extra audio tracks. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
