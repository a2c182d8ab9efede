import { z } from 'zod'
import { heldUploads, heldUploadsAnswer, okAnswer } from '../accounts.ts'
import { chaptersAnswer, joinBody } from '../chapters/schemas.ts'
import { clip, clipBody } from '../clips.ts'
import { opaque } from '../text.ts'
import {
  coverBody,
  fingerprint,
  knownUploadAnswer,
  patchVideoBody,
  streamStatusAnswer,
  uploadUrlAnswer,
  uploadUrlBody,
  video,
} from '../videos.ts'
import { endpoint, idParams, noBody } from './endpoint.ts'

export const videoEndpoints = {
  heldUploads: endpoint({
    permission: 'video:own',
    summary: 'List uploads from before the address was confirmed; they stay hidden until accepted',
    answer: heldUploads,
  }),
  acceptUploads: endpoint({
    permission: 'video:own',
    summary: 'Accept all of those uploads',
    body: noBody,
    answer: heldUploadsAnswer,
  }),
  discardUploads: endpoint({
    permission: 'video:own',
    summary: 'Delete all of those uploads and their files',
    body: noBody,
    answer: heldUploadsAnswer,
  }),
  uploadUrl: endpoint({
    permission: 'video:own',
    summary: 'Create a video and get an address to upload its file to',
    body: uploadUrlBody,
    answer: uploadUrlAnswer,
  }),
  myVideos: endpoint({
    permission: 'video:own',
    summary: 'List your videos, newest first',
    answer: z.array(video),
  }),
  myVideosDetailed: endpoint({
    permission: 'video:own',
    summary: 'List your videos with every field, newest first',
    answer: z.array(video),
  }),
  knownUpload: endpoint({
    permission: 'video:own',
    summary: 'Whether you uploaded a file with this fingerprint before',
    query: z.object({ fingerprint: fingerprint }),
    answer: knownUploadAnswer,
  }),
  video: endpoint({
    permission: 'video:own',
    summary: 'Get one of your videos',
    params: idParams,
    answer: video,
  }),
  updateVideo: endpoint({
    permission: 'video:own',
    summary: 'Change the title, description, category or tags of one of your videos',
    params: idParams,
    body: patchVideoBody,
    answer: video,
  }),
  deleteVideo: endpoint({
    permission: 'video:own',
    summary: 'Delete one of your videos and all of its files',
    params: idParams,
    answer: okAnswer,
  }),
  videoStatus: endpoint({
    permission: 'video:own',
    summary: 'How far processing is, and whether the video can be played',
    params: idParams,
    answer: streamStatusAnswer,
  }),
  chapters: endpoint({
    permission: 'video:own',
    summary: 'List the chapters of the recording that a video is a part of, or was joined from',
    params: idParams,
    answer: chaptersAnswer,
  }),
  joinChapters: endpoint({
    permission: 'video:own',
    summary: 'Join the chapters of one recording into a new video; the chapters stay',
    params: idParams,
    body: joinBody,
    answer: chaptersAnswer,
    refusals: [400, 404, 409, 429],
  }),
  originalFile: endpoint({
    permission: 'video:own',
    summary: 'Download your own video as you uploaded it; Range is supported',
    params: idParams,
    produces: 'application/octet-stream',
  }),
  clips: endpoint({
    permission: 'video:own',
    summary: 'Cut a clip from a video',
    params: idParams,
    body: clipBody,
    answer: clip,
  }),
  clip: endpoint({
    permission: 'video:own',
    summary: 'Get a clip, with the progress of its rendering',
    params: z.object({ id: z.uuid(), clipId: z.uuid() }),
    answer: clip,
  }),
  clipFile: endpoint({
    permission: 'video:own',
    summary: 'Download a clip; Range is supported',
    params: z.object({ id: z.uuid(), clipId: z.uuid() }),
    produces: 'video/mp4',
  }),
  setCover: endpoint({
    permission: 'video:own',
    summary: 'Make a frame of the video its cover; an approved video then waits for staff again',
    params: idParams,
    body: coverBody,
    answer: video,
    refusals: [404, 409],
  }),
  uploadCover: endpoint({
    permission: 'video:own',
    summary: 'Upload a JPEG, PNG or WebP picture as the cover; an approved video then waits for staff again',
    params: idParams,
    answer: video,
    refusals: [404, 409],
  }),
  resubmitVideo: endpoint({
    permission: 'video:own',
    summary: 'Send a rejected video for review again',
    params: idParams,
    answer: video,
    refusals: [404, 409],
  }),
  tryAnyway: endpoint({
    permission: 'video:own',
    summary: 'Process a refused file anyway, with whatever can be read of it',
    params: idParams,
    body: noBody,
    answer: video,
    refusals: [404, 409, 429],
  }),
  uploadOffset: endpoint({
    permission: 'signed',
    summary: 'How much of a resumable upload has arrived (tus 1.0.0)',
    params: z.object({ token: opaque(200) }),
  }),
  uploadChunk: endpoint({
    permission: 'signed',
    summary: 'Send the next bytes of a resumable upload (tus 1.0.0)',
    params: z.object({ token: opaque(200) }),
  }),
  giveUpUpload: endpoint({
    permission: 'signed',
    summary: 'Give up a resumable upload (tus 1.0.0)',
    params: z.object({ token: opaque(200) }),
  }),
  uploadForm: endpoint({
    permission: 'signed',
    summary: 'Upload the whole file as a multipart form',
    params: z.object({ token: opaque(200) }),
    answer: okAnswer,
  }),
}
