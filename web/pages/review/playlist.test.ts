import { expect, test } from 'vitest'
import { filesIn } from './playlist.ts'

test('the init segment comes first, then the segments in order', () => {
  const playlist =
    '#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:4,\na.m4s\n\n#EXTINF:4,\nb.m4s\n#EXT-X-ENDLIST\n'
  expect(filesIn(playlist)).toEqual(['init.mp4', 'a.m4s', 'b.m4s'])
  expect(filesIn('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv0/p.m3u8')).toEqual(['v0/p.m3u8'])
  expect(filesIn('')).toEqual([])
})
