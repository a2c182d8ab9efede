import { describe, expect, test } from 'vitest'
import { masterPlaylist, mediaPlaylist, parsePlaylist } from './playlist.ts'

const ffmpegWrote = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:4
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:EVENT
#EXT-X-MAP:URI="init.mp4"
#EXTINF:4.004000,
s00000.m4s
#EXTINF:3.003000,
/tmp/scratch/0/s00001.m4s
`

test("reads ffmpeg's playlist with or without folders in it", () => {
  expect(parsePlaylist(ffmpegWrote)).toEqual({
    segments: [
      { name: 's00000.m4s', seconds: 4.004 },
      { name: 's00001.m4s', seconds: 3.003 },
    ],
    ended: false,
  })
  expect(parsePlaylist(`${ffmpegWrote}#EXT-X-ENDLIST\n`).ended).toBe(true)
})

describe('mediaPlaylist', () => {
  const segments = [{ name: 's00000.m4s', seconds: 4.2 }]
  test('grows as EVENT, so that players start at the beginning', () => {
    const text = mediaPlaylist(segments, 'init.mp4', false)
    expect(text).toContain('#EXT-X-PLAYLIST-TYPE:EVENT')
    expect(text).not.toContain('ENDLIST')
  })
  test('is VOD with an end once complete, and reads back as written', () => {
    const text = mediaPlaylist(segments, 'init.mp4', true)
    expect(text).toContain('#EXT-X-PLAYLIST-TYPE:VOD')
    expect(parsePlaylist(text)).toEqual({ segments, ended: true })
  })
  test('declares a target duration no shorter than the longest segment', () => {
    expect(mediaPlaylist(segments, 'init.mp4', true)).toContain('#EXT-X-TARGETDURATION:5')
  })
})

test('the multivariant playlist lists the largest first', () => {
  const variant = { bandwidth: 1, fps: 30, codecs: 'avc1.64001f' }
  const text = masterPlaylist([
    { ...variant, uri: 'small', width: 426, height: 240 },
    { ...variant, uri: 'large', width: 1920, height: 1080 },
  ])
  expect(text.indexOf('large')).toBeLessThan(text.indexOf('small'))
})
