/**
 * What ffmpeg may use to read a rider's file. Everything else it was built with (playlists, subtitles, game
 * and network formats) is disabled, so that an upload can't reach a vulnerability in them.
 */
const pictureDecoders = [
  ...['h264', 'hevc', 'av1', 'libdav1d', 'libaom-av1', 'vp8', 'vp9', 'libvpx', 'libvpx-vp9'],
  ...['mpeg1video', 'mpeg2video', 'mpeg4', 'msmpeg4v1', 'msmpeg4v2', 'msmpeg4', 'h263', 'mjpeg'],
  ...['wmv1', 'wmv2', 'wmv3', 'vc1', 'flv', 'vp6', 'vp6f', 'theora', 'dvvideo', 'prores', 'dnxhd', 'cfhd'],
] as const

const soundDecoders = [
  ...['aac', 'mp3', 'mp3float', 'mp2', 'mp2float', 'ac3', 'eac3', 'opus', 'libopus', 'vorbis', 'libvorbis'],
  ...['flac', 'alac', 'wmav1', 'wmav2', 'wmapro', 'amrnb', 'amrwb', 'libspeex', 'speex', 'nellymoser'],
  ...['pcm_u8', 'pcm_s8', 'pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_s32be'],
  ...[
    'pcm_f32le',
    'pcm_f32be',
    'pcm_alaw',
    'pcm_mulaw',
    'adpcm_ms',
    'adpcm_ima_wav',
    'adpcm_ima_qt',
    'adpcm_swf',
  ],
] as const

/** ffmpeg's names of the allowed decoders. */
export const allowedDecoders: readonly string[] = [...pictureDecoders, ...soundDecoders]

// Some codecs have other names than their decoders.
const codecNames = new Set<string>([...allowedDecoders, ...['msmpeg4v3', 'flv1', 'amr_nb', 'amr_wb']])

/** Whether a codec, as named by ffprobe, has an allowed decoder. */
export const mayDecode = (codec: string): boolean => codecNames.has(codec)
