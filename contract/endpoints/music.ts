import { z } from 'zod'
import { okAnswer } from '../accounts.ts'
import { decideMusicBody, musicFile, uploadMusicQuery } from '../reels/music.ts'
import { endpoint, idParams } from './endpoint.ts'

const musicParams = z.object({ id: z.uuid(), musicId: z.uuid() })

export const musicEndpoints = {
  musicFiles: endpoint({
    permission: 'video:own',
    summary: 'List the music that was brought for reels of one of your videos, newest first',
    params: idParams,
    answer: z.array(musicFile),
    refusals: [404],
  }),
  uploadMusic: endpoint({
    permission: 'video:own',
    summary: 'Upload an MP3, M4A, AAC, WAV, Ogg, Opus or FLAC file that you hold the rights to',
    params: idParams,
    query: uploadMusicQuery,
    answer: musicFile,
    refusals: [404, 409, 413],
  }),
  musicFile: endpoint({
    permission: 'video:own',
    summary: 'Listen to uploaded music; Range is supported',
    params: musicParams,
    produces: 'audio/mp4',
    refusals: [404],
  }),
  deleteMusic: endpoint({
    permission: 'video:own',
    summary: 'Delete uploaded music that no reel uses',
    params: musicParams,
    answer: okAnswer,
    refusals: [404, 409],
  }),
  decideMusic: endpoint({
    permission: 'video:review',
    summary: 'Allow reels with this music to be published, or take that back',
    params: musicParams,
    body: decideMusicBody,
    answer: musicFile,
    refusals: [404, 409],
  }),
}
