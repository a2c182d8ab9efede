import { expect, test } from 'vitest'
import { chooseStreams, type ListedStream } from './streams.ts'

const shown = { default: 1 }
const film: ListedStream = { index: 0, codec_type: 'video', codec_name: 'h264', nb_frames: 120, duration: 4 }
const voice: ListedStream = { index: 0, codec_type: 'audio', codec_name: 'aac', channels: 2, duration: 4 }
const listed = (...streams: ListedStream[]) => streams.map((stream, index) => ({ ...stream, index }))
const chosen = (...streams: ListedStream[]) => {
  const { picture, sound } = chooseStreams(listed(...streams))
  return [picture?.index, sound?.index]
}

test.each<[string, ListedStream[], (number | undefined)[]]>([
  ['the only ones', [film, voice], [0, 1]],
  ['nothing of a file with data only', [{ index: 0, codec_type: 'data' }], [undefined, undefined]],
  [
    'the film, although a picture of one frame comes first and is the default',
    [{ ...film, codec_name: 'mjpeg', nb_frames: 1, duration: 0.04, disposition: shown }, film, voice],
    [1, 2],
  ],
  [
    'the film behind one packet, where the index counts no frames',
    [
      { ...film, nb_frames: undefined, nb_read_packets: 1, duration: undefined, disposition: shown },
      { ...film, nb_frames: undefined, nb_read_packets: 120, duration: undefined },
    ],
    [1, undefined],
  ],
  ['no cover picture', [{ ...film, disposition: { attached_pic: 1 } }, film], [1, undefined]],
  ['the default of two films', [film, { ...film, disposition: shown }], [1, undefined]],
  ['the one with more frames, without a default', [{ ...film, nb_frames: 90 }, film], [1, undefined]],
  [
    'sound that decodes',
    [film, { ...voice, codec_name: undefined, channels: 4, disposition: shown }, voice],
    [0, 2],
  ],
  ['sound behind DTS', [film, { ...voice, codec_name: 'dts', disposition: shown }, voice], [0, 2]],
  ['sound with something in it', [film, { ...voice, nb_frames: 0, disposition: shown }, voice], [0, 2]],
  ['the film, not who comments on it', [film, { ...voice, disposition: { comment: 1 } }, voice], [0, 2]],
  ['a comment when that is all', [film, { ...voice, disposition: { comment: 1 } }], [0, 1]],
])('chooses %s', (_, streams, indexes) => {
  expect(chosen(...streams)).toEqual(indexes)
})
