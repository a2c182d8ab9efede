import { z } from 'zod'
import { okAnswer } from '../accounts.ts'
import { addedRideAnswer, aiHighlightsAnswer, placeRideBody, telemetrySummary } from '../analysis.ts'
import { gaugeDataAnswer, gaugeSpans } from '../gauges/schemas.ts'
import { addPlaceBody, privatePlace, privatePlacesAnswer } from '../private-places.ts'
import { rideDataAnswer, sameRideAnswer } from '../ride-data.ts'
import { rideDaysAnswer, rideDaysQuery } from '../ride-days.ts'
import { aiStartAnswer, aiStatusAnswer, video } from '../videos.ts'
import { endpoint, idParams } from './endpoint.ts'

export const analysisEndpoints = {
  privatePlaces: endpoint({
    permission: 'profile:own',
    summary: 'List the places that others never see, with your newest rides',
    answer: privatePlacesAnswer,
  }),
  addPrivatePlace: endpoint({
    permission: 'profile:own',
    summary: 'Add a place that others never see',
    body: addPlaceBody,
    answer: privatePlace,
    refusals: [409],
  }),
  removePrivatePlace: endpoint({
    permission: 'profile:own',
    summary: 'Remove a private place; the next ride from there does not add it again',
    params: z.object({ placeId: z.uuid() }),
    answer: okAnswer,
    refusals: [404],
  }),
  aiStatus: endpoint({
    permission: 'video:own',
    scope: 'videos:read',
    summary: 'How far the analysis is',
    params: idParams,
    answer: aiStatusAnswer,
  }),
  aiHighlights: endpoint({
    permission: 'video:own',
    scope: 'videos:read',
    summary: 'Get the highlights with their evidence',
    params: idParams,
    answer: aiHighlightsAnswer,
  }),
  rideData: endpoint({
    permission: 'video:own',
    scope: 'videos:read',
    summary:
      "Get the plots, the track and the markers of a ride; others get it without its rider's private places",
    params: idParams,
    answer: rideDataAnswer,
  }),
  rideDays: endpoint({
    permission: 'video:own',
    scope: 'videos:read',
    summary: 'List the days you filmed, newest first, each with its clips as one ride',
    query: rideDaysQuery,
    answer: rideDaysAnswer,
  }),
  sameRide: endpoint({
    permission: 'video:own',
    scope: 'videos:read',
    summary: "List the videos of the same recording: your own, or everybody's for staff",
    params: idParams,
    answer: sameRideAnswer,
  }),
  gaugeData: endpoint({
    permission: 'video:own',
    scope: 'videos:read',
    summary: "Get what gauges show in some spans of a video, without its rider's private places",
    params: idParams,
    query: z.object({ spans: gaugeSpans }),
    answer: gaugeDataAnswer,
  }),
  aiAnalyze: endpoint({
    permission: 'video:own',
    scope: 'videos:edit',
    summary: 'Start the analysis, or start it again after it failed',
    params: idParams,
    answer: aiStartAnswer,
  }),
  aiProcess: endpoint({
    permission: 'video:own',
    scope: 'videos:edit',
    summary: 'The same as ai-analyze',
    params: idParams,
    answer: aiStartAnswer,
  }),
  enhanceMetadata: endpoint({
    permission: 'video:own',
    scope: 'videos:edit',
    summary: 'Replace title, description and tags with the generated ones',
    params: idParams,
    answer: video,
  }),
  undoEnhance: endpoint({
    permission: 'video:own',
    scope: 'videos:edit',
    summary: 'Bring back the title, description and tags from before',
    params: idParams,
    answer: video,
  }),
  keepTitle: endpoint({
    permission: 'video:own',
    scope: 'videos:edit',
    summary: "Keep the generated title that is shown in the place of the file's name",
    params: idParams,
    answer: video,
  }),
  addTelemetry: endpoint({
    permission: 'video:own',
    scope: 'videos:edit',
    summary:
      "Add telemetry to a video: FIT, GPX, TCX, KML, CSV, .gcsv, SRT or an excerpt of the camera's original; a ride of another day only with otherDay",
    params: idParams,
    query: z.object({ otherDay: z.stringbool().optional() }),
    answer: telemetrySummary.nullable(),
  }),
  addedRide: endpoint({
    permission: 'video:own',
    scope: 'videos:read',
    summary: 'Get how fast the ride that you added to a video went, to lay the video on it',
    params: idParams,
    answer: addedRideAnswer,
  }),
  placeRide: endpoint({
    permission: 'video:own',
    scope: 'videos:edit',
    summary: 'Lay a video on the ride that you added to it, and analyze it again',
    params: idParams,
    body: placeRideBody,
    answer: aiStartAnswer,
  }),
}
