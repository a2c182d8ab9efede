// Written by scripts/generate-client.ts from the OpenAPI document: what an access token may call.
export type Error = { "code": "bad_request" | "invalid_input" | "unauthorized" | "forbidden" | "two_factor" | "sign_in_again" | "not_found" | "conflict" | "gone" | "timeout" | "too_large" | "over_budget" | "not_a_video" | "too_many_requests" | "unavailable" | "no_space" | "internal"; "message": string; "reason": string; "values": Record<string, unknown>; "field"?: string; "requestId"?: string }

export interface paths {
  "/api/videos/upload-url": {
    /** Create a video and get an address to upload its file to. Scope: videos:upload. */
    post: {
    parameters: { query?: never; path?: never }
    requestBody: { content: { "application/json": { "fileName": string; "maxDurationSeconds"?: number; "title"?: string; "description"?: string; "category"?: "utv" | "atv" | "side-by-side" | "dirt-bike" | "rock-crawling" | "mud-bogging" | "trail-riding" | "racing"; "fileSize"?: number; "fingerprint"?: string } } }
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "video": { "id": string; "userId": string; "title": string; "replacedTitle": string | null; "description": string; "category": "utv" | "atv" | "side-by-side" | "dirt-bike" | "rock-crawling" | "mud-bogging" | "trail-riding" | "racing"; "status": "uploading" | "processing" | "draft" | "pending" | "approved" | "rejected" | "published" | "failed"; "processingError": string | null; "keptUntil": string | null; "damage": { "promisedSeconds": number; "readableSeconds": number } | null; "duration": number; "width": number | null; "height": number | null; "createdAt": string; "publishedAt": string | null; "fileName": string; "fileSize": number | null; "views": number; "earnings": number; "aiEnhanced": boolean; "cfStreamId": string | null; "cfProcessingStatus": "inprogress" | "ready" | "error" | null; "cfReadyToStream": boolean; "thumbnailUrl": string | null; "aiProcessingStatus": "pending" | "processing" | "completed" | "failed" | null; "aiProcessingError": string | null; "aiProcessingStarted": string | null; "aiProcessingCompleted": string | null; "aiViralPotentialScore": number | null; "aiHighlights": string | null; "aiThumbnailRecommendations": string | null; "aiGeneratedTitle": string | null; "aiGeneratedDescription": string | null; "aiGeneratedTags": (string)[] | null }; "uploadUrl": string } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/my": {
    /** List your videos, newest first. Scope: videos:read. */
    get: {
    parameters: { query?: never; path?: never }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": ({ "id": string; "userId": string; "title": string; "replacedTitle": string | null; "description": string; "category": "utv" | "atv" | "side-by-side" | "dirt-bike" | "rock-crawling" | "mud-bogging" | "trail-riding" | "racing"; "status": "uploading" | "processing" | "draft" | "pending" | "approved" | "rejected" | "published" | "failed"; "processingError": string | null; "keptUntil": string | null; "damage": { "promisedSeconds": number; "readableSeconds": number } | null; "duration": number; "width": number | null; "height": number | null; "createdAt": string; "publishedAt": string | null; "fileName": string; "fileSize": number | null; "views": number; "earnings": number; "aiEnhanced": boolean; "cfStreamId": string | null; "cfProcessingStatus": "inprogress" | "ready" | "error" | null; "cfReadyToStream": boolean; "thumbnailUrl": string | null; "aiProcessingStatus": "pending" | "processing" | "completed" | "failed" | null; "aiProcessingError": string | null; "aiProcessingStarted": string | null; "aiProcessingCompleted": string | null; "aiViralPotentialScore": number | null; "aiHighlights": string | null; "aiThumbnailRecommendations": string | null; "aiGeneratedTitle": string | null; "aiGeneratedDescription": string | null; "aiGeneratedTags": (string)[] | null })[] } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/my-detailed": {
    /** List your videos with every field, newest first. Scope: videos:read. */
    get: {
    parameters: { query?: never; path?: never }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": ({ "id": string; "userId": string; "title": string; "replacedTitle": string | null; "description": string; "category": "utv" | "atv" | "side-by-side" | "dirt-bike" | "rock-crawling" | "mud-bogging" | "trail-riding" | "racing"; "status": "uploading" | "processing" | "draft" | "pending" | "approved" | "rejected" | "published" | "failed"; "processingError": string | null; "keptUntil": string | null; "damage": { "promisedSeconds": number; "readableSeconds": number } | null; "duration": number; "width": number | null; "height": number | null; "createdAt": string; "publishedAt": string | null; "fileName": string; "fileSize": number | null; "views": number; "earnings": number; "aiEnhanced": boolean; "cfStreamId": string | null; "cfProcessingStatus": "inprogress" | "ready" | "error" | null; "cfReadyToStream": boolean; "thumbnailUrl": string | null; "aiProcessingStatus": "pending" | "processing" | "completed" | "failed" | null; "aiProcessingError": string | null; "aiProcessingStarted": string | null; "aiProcessingCompleted": string | null; "aiViralPotentialScore": number | null; "aiHighlights": string | null; "aiThumbnailRecommendations": string | null; "aiGeneratedTitle": string | null; "aiGeneratedDescription": string | null; "aiGeneratedTags": (string)[] | null })[] } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/known": {
    /** Whether you uploaded a file with this fingerprint before. Scope: videos:upload. */
    get: {
    parameters: { query: { "fingerprint": string }; path?: never }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "id": string; "title": string; "createdAt": string } | null } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}": {
    /** Get one of your videos. Scope: videos:read. */
    get: {
    parameters: { query?: never; path: { "id": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "id": string; "userId": string; "title": string; "replacedTitle": string | null; "description": string; "category": "utv" | "atv" | "side-by-side" | "dirt-bike" | "rock-crawling" | "mud-bogging" | "trail-riding" | "racing"; "status": "uploading" | "processing" | "draft" | "pending" | "approved" | "rejected" | "published" | "failed"; "processingError": string | null; "keptUntil": string | null; "damage": { "promisedSeconds": number; "readableSeconds": number } | null; "duration": number; "width": number | null; "height": number | null; "createdAt": string; "publishedAt": string | null; "fileName": string; "fileSize": number | null; "views": number; "earnings": number; "aiEnhanced": boolean; "cfStreamId": string | null; "cfProcessingStatus": "inprogress" | "ready" | "error" | null; "cfReadyToStream": boolean; "thumbnailUrl": string | null; "aiProcessingStatus": "pending" | "processing" | "completed" | "failed" | null; "aiProcessingError": string | null; "aiProcessingStarted": string | null; "aiProcessingCompleted": string | null; "aiViralPotentialScore": number | null; "aiHighlights": string | null; "aiThumbnailRecommendations": string | null; "aiGeneratedTitle": string | null; "aiGeneratedDescription": string | null; "aiGeneratedTags": (string)[] | null } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
    /** Change the title, description, category or tags of one of your videos. Scope: videos:edit. */
    patch: {
    parameters: { query?: never; path: { "id": string } }
    requestBody: { content: { "application/json": { "status"?: "processing"; "cfProcessingStatus"?: "inprogress"; "fileSize"?: number; "title"?: string; "description"?: string; "category"?: "utv" | "atv" | "side-by-side" | "dirt-bike" | "rock-crawling" | "mud-bogging" | "trail-riding" | "racing" } } }
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "id": string; "userId": string; "title": string; "replacedTitle": string | null; "description": string; "category": "utv" | "atv" | "side-by-side" | "dirt-bike" | "rock-crawling" | "mud-bogging" | "trail-riding" | "racing"; "status": "uploading" | "processing" | "draft" | "pending" | "approved" | "rejected" | "published" | "failed"; "processingError": string | null; "keptUntil": string | null; "damage": { "promisedSeconds": number; "readableSeconds": number } | null; "duration": number; "width": number | null; "height": number | null; "createdAt": string; "publishedAt": string | null; "fileName": string; "fileSize": number | null; "views": number; "earnings": number; "aiEnhanced": boolean; "cfStreamId": string | null; "cfProcessingStatus": "inprogress" | "ready" | "error" | null; "cfReadyToStream": boolean; "thumbnailUrl": string | null; "aiProcessingStatus": "pending" | "processing" | "completed" | "failed" | null; "aiProcessingError": string | null; "aiProcessingStarted": string | null; "aiProcessingCompleted": string | null; "aiViralPotentialScore": number | null; "aiHighlights": string | null; "aiThumbnailRecommendations": string | null; "aiGeneratedTitle": string | null; "aiGeneratedDescription": string | null; "aiGeneratedTags": (string)[] | null } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/status": {
    /** How far processing is, and whether the video can be played. Scope: videos:read. */
    get: {
    parameters: { query?: never; path: { "id": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "status": "uploading" | "processing" | "draft" | "pending" | "approved" | "rejected" | "published" | "failed"; "cfStreamId": string | null; "cfProcessingStatus": "inprogress" | "ready" | "error" | null; "cfReadyToStream": boolean; "processingError": string | null; "ladderProgress": number; "renditions": (number)[] } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/original": {
    /** Download your own video as you uploaded it; Range is supported. Scope: videos:read. */
    get: {
    parameters: { query?: never; path: { "id": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/octet-stream": string } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/chapters": {
    /** List the chapters of the recording that a video is a part of, or was joined from. Scope: videos:read. */
    get: {
    parameters: { query?: never; path: { "id": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "parts": ({ "id": string; "place": number; "title": string; "fileName": string; "duration": number })[]; "count": number; "refusal": string | null; "waiting": boolean; "joined": { "id": string; "title": string; "status": "uploading" | "processing" | "draft" | "pending" | "approved" | "rejected" | "published" | "failed"; "progress": number; "state": "joining" | "done" | "failed"; "error": string | null } | null } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/join": {
    /** Join the chapters of one recording into a new video; the chapters stay. Scope: videos:edit. */
    post: {
    parameters: { query?: never; path: { "id": string } }
    requestBody: { content: { "application/json": { "parts": (string)[] } } }
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "parts": ({ "id": string; "place": number; "title": string; "fileName": string; "duration": number })[]; "count": number; "refusal": string | null; "waiting": boolean; "joined": { "id": string; "title": string; "status": "uploading" | "processing" | "draft" | "pending" | "approved" | "rejected" | "published" | "failed"; "progress": number; "state": "joining" | "done" | "failed"; "error": string | null } | null } } }
      400: { headers: Record<string, unknown>; content: { "application/json": Error } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      404: { headers: Record<string, unknown>; content: { "application/json": Error } }
      409: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
      429: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/clips": {
    /** Cut a clip from a video. Scope: videos:edit. */
    post: {
    parameters: { query?: never; path: { "id": string } }
    requestBody: { content: { "application/json": { "kind": "highlight" | "reel"; "index": number; "format"?: "wide" | "vertical"; "gauges"?: "none" | { "theme": "trail" | "dash" | "paper"; "units": "metric" | "imperial" } } } }
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "id": string; "kind": "highlight" | "reel"; "format": "wide" | "vertical" | "square"; "gauges": "none" | { "theme": "trail" | "dash" | "paper"; "units": "metric" | "imperial" }; "parts": ({ "start": number; "end": number })[]; "status": "pending" | "rendering" | "ready" | "failed"; "progress": number; "error": string | null; "duration": number; "size": number | null; "url": string } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/clips/{clipId}": {
    /** Get a clip, with the progress of its rendering. Scope: videos:read. */
    get: {
    parameters: { query?: never; path: { "id": string; "clipId": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "id": string; "kind": "highlight" | "reel"; "format": "wide" | "vertical" | "square"; "gauges": "none" | { "theme": "trail" | "dash" | "paper"; "units": "metric" | "imperial" }; "parts": ({ "start": number; "end": number })[]; "status": "pending" | "rendering" | "ready" | "failed"; "progress": number; "error": string | null; "duration": number; "size": number | null; "url": string } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/clips/{clipId}/file.mp4": {
    /** Download a clip; Range is supported. Scope: videos:read. */
    get: {
    parameters: { query?: never; path: { "id": string; "clipId": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "video/mp4": string } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/cover": {
    /** Make a frame of the video its cover; an approved video then waits for staff again. Scope: videos:edit. */
    post: {
    parameters: { query?: never; path: { "id": string } }
    requestBody: { content: { "application/json": { "timestamp": number | null } } }
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "id": string; "userId": string; "title": string; "replacedTitle": string | null; "description": string; "category": "utv" | "atv" | "side-by-side" | "dirt-bike" | "rock-crawling" | "mud-bogging" | "trail-riding" | "racing"; "status": "uploading" | "processing" | "draft" | "pending" | "approved" | "rejected" | "published" | "failed"; "processingError": string | null; "keptUntil": string | null; "damage": { "promisedSeconds": number; "readableSeconds": number } | null; "duration": number; "width": number | null; "height": number | null; "createdAt": string; "publishedAt": string | null; "fileName": string; "fileSize": number | null; "views": number; "earnings": number; "aiEnhanced": boolean; "cfStreamId": string | null; "cfProcessingStatus": "inprogress" | "ready" | "error" | null; "cfReadyToStream": boolean; "thumbnailUrl": string | null; "aiProcessingStatus": "pending" | "processing" | "completed" | "failed" | null; "aiProcessingError": string | null; "aiProcessingStarted": string | null; "aiProcessingCompleted": string | null; "aiViralPotentialScore": number | null; "aiHighlights": string | null; "aiThumbnailRecommendations": string | null; "aiGeneratedTitle": string | null; "aiGeneratedDescription": string | null; "aiGeneratedTags": (string)[] | null } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      404: { headers: Record<string, unknown>; content: { "application/json": Error } }
      409: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/cover-picture": {
    /** Upload a JPEG, PNG or WebP picture as the cover; an approved video then waits for staff again. Scope: videos:edit. */
    post: {
    parameters: { query?: never; path: { "id": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "id": string; "userId": string; "title": string; "replacedTitle": string | null; "description": string; "category": "utv" | "atv" | "side-by-side" | "dirt-bike" | "rock-crawling" | "mud-bogging" | "trail-riding" | "racing"; "status": "uploading" | "processing" | "draft" | "pending" | "approved" | "rejected" | "published" | "failed"; "processingError": string | null; "keptUntil": string | null; "damage": { "promisedSeconds": number; "readableSeconds": number } | null; "duration": number; "width": number | null; "height": number | null; "createdAt": string; "publishedAt": string | null; "fileName": string; "fileSize": number | null; "views": number; "earnings": number; "aiEnhanced": boolean; "cfStreamId": string | null; "cfProcessingStatus": "inprogress" | "ready" | "error" | null; "cfReadyToStream": boolean; "thumbnailUrl": string | null; "aiProcessingStatus": "pending" | "processing" | "completed" | "failed" | null; "aiProcessingError": string | null; "aiProcessingStarted": string | null; "aiProcessingCompleted": string | null; "aiViralPotentialScore": number | null; "aiHighlights": string | null; "aiThumbnailRecommendations": string | null; "aiGeneratedTitle": string | null; "aiGeneratedDescription": string | null; "aiGeneratedTags": (string)[] | null } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      404: { headers: Record<string, unknown>; content: { "application/json": Error } }
      409: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/resubmit": {
    /** Send a rejected video for review again. Scope: videos:edit. */
    post: {
    parameters: { query?: never; path: { "id": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "id": string; "userId": string; "title": string; "replacedTitle": string | null; "description": string; "category": "utv" | "atv" | "side-by-side" | "dirt-bike" | "rock-crawling" | "mud-bogging" | "trail-riding" | "racing"; "status": "uploading" | "processing" | "draft" | "pending" | "approved" | "rejected" | "published" | "failed"; "processingError": string | null; "keptUntil": string | null; "damage": { "promisedSeconds": number; "readableSeconds": number } | null; "duration": number; "width": number | null; "height": number | null; "createdAt": string; "publishedAt": string | null; "fileName": string; "fileSize": number | null; "views": number; "earnings": number; "aiEnhanced": boolean; "cfStreamId": string | null; "cfProcessingStatus": "inprogress" | "ready" | "error" | null; "cfReadyToStream": boolean; "thumbnailUrl": string | null; "aiProcessingStatus": "pending" | "processing" | "completed" | "failed" | null; "aiProcessingError": string | null; "aiProcessingStarted": string | null; "aiProcessingCompleted": string | null; "aiViralPotentialScore": number | null; "aiHighlights": string | null; "aiThumbnailRecommendations": string | null; "aiGeneratedTitle": string | null; "aiGeneratedDescription": string | null; "aiGeneratedTags": (string)[] | null } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      404: { headers: Record<string, unknown>; content: { "application/json": Error } }
      409: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/try-anyway": {
    /** Process a refused file anyway, with whatever can be read of it. Scope: videos:edit. */
    post: {
    parameters: { query?: never; path: { "id": string } }
    requestBody: { content: { "application/json": {  } | null } }
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "id": string; "userId": string; "title": string; "replacedTitle": string | null; "description": string; "category": "utv" | "atv" | "side-by-side" | "dirt-bike" | "rock-crawling" | "mud-bogging" | "trail-riding" | "racing"; "status": "uploading" | "processing" | "draft" | "pending" | "approved" | "rejected" | "published" | "failed"; "processingError": string | null; "keptUntil": string | null; "damage": { "promisedSeconds": number; "readableSeconds": number } | null; "duration": number; "width": number | null; "height": number | null; "createdAt": string; "publishedAt": string | null; "fileName": string; "fileSize": number | null; "views": number; "earnings": number; "aiEnhanced": boolean; "cfStreamId": string | null; "cfProcessingStatus": "inprogress" | "ready" | "error" | null; "cfReadyToStream": boolean; "thumbnailUrl": string | null; "aiProcessingStatus": "pending" | "processing" | "completed" | "failed" | null; "aiProcessingError": string | null; "aiProcessingStarted": string | null; "aiProcessingCompleted": string | null; "aiViralPotentialScore": number | null; "aiHighlights": string | null; "aiThumbnailRecommendations": string | null; "aiGeneratedTitle": string | null; "aiGeneratedDescription": string | null; "aiGeneratedTags": (string)[] | null } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      404: { headers: Record<string, unknown>; content: { "application/json": Error } }
      409: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
      429: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/stream/{streamId}/manifest/video.m3u8": {
    /** HLS playlist with every rendition. Scope: videos:read. */
    get: {
    parameters: { query?: never; path: { "streamId": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/vnd.apple.mpegurl": string } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/stream/{streamId}/{renditionId}/{file}": {
    /** A rendition's playlist or one of its segments. Scope: videos:read. */
    get: {
    parameters: { query?: never; path: { "streamId": string; "renditionId": string; "file": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "video/mp4": string } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/stream/{streamId}/thumbnails/thumbnail.jpg": {
    /** A frame of the video, or its cover, as JPEG. Scope: videos:read. */
    get: {
    parameters: { query?: { "time"?: string; "version"?: string; "height"?: number }; path: { "streamId": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "image/jpeg": string } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/reels": {
    /** List the reels that were made of one of your videos, newest first. Scope: videos:read. */
    get: {
    parameters: { query?: never; path: { "id": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": ({ "id": string; "plan": { "title": string; "target": 15 | 30 | 60; "shape": "upright" | "square" | "wide"; "music": "dawn" | "dust" | "ridge" | "sprint" | { "file": string; "from": number } | null; "onBeat": boolean; "slowMotion": boolean; "gauges": "none" | { "theme": "trail" | "dash" | "paper"; "units": "metric" | "imperial" }; "pieces": ({ "start": number; "end": number; "crop": number | null })[] }; "version": number; "madeBy": "rider" | "staff"; "clip": { "id": string; "kind": "highlight" | "reel"; "format": "wide" | "vertical" | "square"; "gauges": "none" | { "theme": "trail" | "dash" | "paper"; "units": "metric" | "imperial" }; "parts": ({ "start": number; "end": number })[]; "status": "pending" | "rendering" | "ready" | "failed"; "progress": number; "error": string | null; "duration": number; "size": number | null; "url": string } | null; "ownMusic": string | null; "changed": boolean; "verdict": "none" | "waiting" | "approved" | "rejected"; "words": string; "updatedAt": string })[] } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      404: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
    /** Keep the plan of a new reel. Scope: videos:edit. */
    post: {
    parameters: { query?: never; path: { "id": string } }
    requestBody: { content: { "application/json": { "title": string; "target": 15 | 30 | 60; "shape": "upright" | "square" | "wide"; "music": "dawn" | "dust" | "ridge" | "sprint" | { "file": string; "from"?: number } | null; "onBeat": boolean; "slowMotion": boolean; "gauges"?: "none" | { "theme": "trail" | "dash" | "paper"; "units": "metric" | "imperial" }; "pieces": ({ "start": number; "end": number; "crop": number | null })[] } } }
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "id": string; "plan": { "title": string; "target": 15 | 30 | 60; "shape": "upright" | "square" | "wide"; "music": "dawn" | "dust" | "ridge" | "sprint" | { "file": string; "from": number } | null; "onBeat": boolean; "slowMotion": boolean; "gauges": "none" | { "theme": "trail" | "dash" | "paper"; "units": "metric" | "imperial" }; "pieces": ({ "start": number; "end": number; "crop": number | null })[] }; "version": number; "madeBy": "rider" | "staff"; "clip": { "id": string; "kind": "highlight" | "reel"; "format": "wide" | "vertical" | "square"; "gauges": "none" | { "theme": "trail" | "dash" | "paper"; "units": "metric" | "imperial" }; "parts": ({ "start": number; "end": number })[]; "status": "pending" | "rendering" | "ready" | "failed"; "progress": number; "error": string | null; "duration": number; "size": number | null; "url": string } | null; "ownMusic": string | null; "changed": boolean; "verdict": "none" | "waiting" | "approved" | "rejected"; "words": string; "updatedAt": string } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      404: { headers: Record<string, unknown>; content: { "application/json": Error } }
      409: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/reels/{reelId}": {
    /** Change the plan of a reel; its last rendering stays until it is rendered again. Scope: videos:edit. */
    put: {
    parameters: { query?: never; path: { "id": string; "reelId": string } }
    requestBody: { content: { "application/json": { "plan": { "title": string; "target": 15 | 30 | 60; "shape": "upright" | "square" | "wide"; "music": "dawn" | "dust" | "ridge" | "sprint" | { "file": string; "from"?: number } | null; "onBeat": boolean; "slowMotion": boolean; "gauges"?: "none" | { "theme": "trail" | "dash" | "paper"; "units": "metric" | "imperial" }; "pieces": ({ "start": number; "end": number; "crop": number | null })[] }; "version": number } } }
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "id": string; "plan": { "title": string; "target": 15 | 30 | 60; "shape": "upright" | "square" | "wide"; "music": "dawn" | "dust" | "ridge" | "sprint" | { "file": string; "from": number } | null; "onBeat": boolean; "slowMotion": boolean; "gauges": "none" | { "theme": "trail" | "dash" | "paper"; "units": "metric" | "imperial" }; "pieces": ({ "start": number; "end": number; "crop": number | null })[] }; "version": number; "madeBy": "rider" | "staff"; "clip": { "id": string; "kind": "highlight" | "reel"; "format": "wide" | "vertical" | "square"; "gauges": "none" | { "theme": "trail" | "dash" | "paper"; "units": "metric" | "imperial" }; "parts": ({ "start": number; "end": number })[]; "status": "pending" | "rendering" | "ready" | "failed"; "progress": number; "error": string | null; "duration": number; "size": number | null; "url": string } | null; "ownMusic": string | null; "changed": boolean; "verdict": "none" | "waiting" | "approved" | "rejected"; "words": string; "updatedAt": string } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      404: { headers: Record<string, unknown>; content: { "application/json": Error } }
      409: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
    /** Delete a reel and its file. Scope: videos:edit. */
    delete: {
    parameters: { query?: never; path: { "id": string; "reelId": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "ok": true } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      404: { headers: Record<string, unknown>; content: { "application/json": Error } }
      409: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/reels/{reelId}/render": {
    /** Render a reel as it is planned now. Scope: videos:edit. */
    post: {
    parameters: { query?: never; path: { "id": string; "reelId": string } }
    requestBody: { content: { "application/json": {  } | null } }
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "id": string; "plan": { "title": string; "target": 15 | 30 | 60; "shape": "upright" | "square" | "wide"; "music": "dawn" | "dust" | "ridge" | "sprint" | { "file": string; "from": number } | null; "onBeat": boolean; "slowMotion": boolean; "gauges": "none" | { "theme": "trail" | "dash" | "paper"; "units": "metric" | "imperial" }; "pieces": ({ "start": number; "end": number; "crop": number | null })[] }; "version": number; "madeBy": "rider" | "staff"; "clip": { "id": string; "kind": "highlight" | "reel"; "format": "wide" | "vertical" | "square"; "gauges": "none" | { "theme": "trail" | "dash" | "paper"; "units": "metric" | "imperial" }; "parts": ({ "start": number; "end": number })[]; "status": "pending" | "rendering" | "ready" | "failed"; "progress": number; "error": string | null; "duration": number; "size": number | null; "url": string } | null; "ownMusic": string | null; "changed": boolean; "verdict": "none" | "waiting" | "approved" | "rejected"; "words": string; "updatedAt": string } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      404: { headers: Record<string, unknown>; content: { "application/json": Error } }
      409: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
      429: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/reels/{reelId}/cancel": {
    /** Stop rendering a reel. Scope: videos:edit. */
    post: {
    parameters: { query?: never; path: { "id": string; "reelId": string } }
    requestBody: { content: { "application/json": {  } | null } }
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "id": string; "plan": { "title": string; "target": 15 | 30 | 60; "shape": "upright" | "square" | "wide"; "music": "dawn" | "dust" | "ridge" | "sprint" | { "file": string; "from": number } | null; "onBeat": boolean; "slowMotion": boolean; "gauges": "none" | { "theme": "trail" | "dash" | "paper"; "units": "metric" | "imperial" }; "pieces": ({ "start": number; "end": number; "crop": number | null })[] }; "version": number; "madeBy": "rider" | "staff"; "clip": { "id": string; "kind": "highlight" | "reel"; "format": "wide" | "vertical" | "square"; "gauges": "none" | { "theme": "trail" | "dash" | "paper"; "units": "metric" | "imperial" }; "parts": ({ "start": number; "end": number })[]; "status": "pending" | "rendering" | "ready" | "failed"; "progress": number; "error": string | null; "duration": number; "size": number | null; "url": string } | null; "ownMusic": string | null; "changed": boolean; "verdict": "none" | "waiting" | "approved" | "rejected"; "words": string; "updatedAt": string } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      404: { headers: Record<string, unknown>; content: { "application/json": Error } }
      409: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/reels/{reelId}/send": {
    /** Send a rendered reel to staff, who decide whether it may be published. Scope: videos:edit. */
    post: {
    parameters: { query?: never; path: { "id": string; "reelId": string } }
    requestBody: { content: { "application/json": {  } | null } }
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "id": string; "plan": { "title": string; "target": 15 | 30 | 60; "shape": "upright" | "square" | "wide"; "music": "dawn" | "dust" | "ridge" | "sprint" | { "file": string; "from": number } | null; "onBeat": boolean; "slowMotion": boolean; "gauges": "none" | { "theme": "trail" | "dash" | "paper"; "units": "metric" | "imperial" }; "pieces": ({ "start": number; "end": number; "crop": number | null })[] }; "version": number; "madeBy": "rider" | "staff"; "clip": { "id": string; "kind": "highlight" | "reel"; "format": "wide" | "vertical" | "square"; "gauges": "none" | { "theme": "trail" | "dash" | "paper"; "units": "metric" | "imperial" }; "parts": ({ "start": number; "end": number })[]; "status": "pending" | "rendering" | "ready" | "failed"; "progress": number; "error": string | null; "duration": number; "size": number | null; "url": string } | null; "ownMusic": string | null; "changed": boolean; "verdict": "none" | "waiting" | "approved" | "rejected"; "words": string; "updatedAt": string } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      404: { headers: Record<string, unknown>; content: { "application/json": Error } }
      409: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/ai-status": {
    /** How far the analysis is. Scope: videos:read. */
    get: {
    parameters: { query?: never; path: { "id": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "aiProcessingStatus": "pending" | "processing" | "completed" | "failed" | null; "aiProcessingError": string | null; "aiProcessingStarted": string | null; "aiProcessingCompleted": string | null; "aiViralPotentialScore": number | null; "aiGeneratedTitle": string | null; "aiGeneratedDescription": string | null; "aiGeneratedTags": (string)[] | null; "progress": number; "stage": string | null; "completed": boolean } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/ai-highlights": {
    /** Get the highlights with their evidence. Scope: videos:read. */
    get: {
    parameters: { query?: never; path: { "id": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "version": number; "highlights": ({ "description": string; "score": number; "certainty": number; "standing": number; "scoreModel": string; "strength": number; "start": number; "end": number; "clipType": "action" | "scenic"; "motionLevel": number; "excitementLevel": number; "evidence": ({ "type": "jump" | "hard_landing" | "impact" | "rollover" | "rotation" | "sharp_turn" | "hard_braking" | "slowing" | "acceleration" | "speed" | "fast_stretch" | "swing" | "shaken_picture" | "seen_climb" | "seen_descent" | "rough_ground" | "climb" | "descent" | "cheer" | "motion_burst" | "sound_burst" | "air_then_thump" | "rush" | "splash" | "scenic" | "camera_tag" | "label"; "source": "imu" | "gps" | "picture" | "sound" | "camera" | "tagger"; "start": number; "end": number; "core": number; "value": number; "unit": string; "strength": number; "text": string })[]; "focus"?: ({ "time": number; "x": number })[] })[]; "compilations": ({ "title": string; "description": string; "totalDuration": number; "score": number; "scoreModel": string; "clips": ({ "start": number; "end": number; "highlight": number })[] })[]; "editingSuggestions": ({ "type": string; "timestamp": number; "description": string })[]; "sceneDetection": ({ "timestamp": number; "end": number; "sceneType": string; "description": string })[]; "curve": { "stepSeconds": number; "values": (number)[] }; "abstained": string | null; "viralPotential": { "score": number; "parts": ({ "name": string; "weight": number; "value": number; "sentence": string; "improvement": string | null })[]; "seen"?: number; "trust"?: number; "doubt"?: string | null }; "telemetry": { "format": "gpmf" | "djmd" | "insta360" | "rtmd" | "camm" | "dashcam" | "phone" | "virb" | "fit" | "gpx" | "tcx" | "kml" | "csv" | "srt"; "device": string | null; "streams": ({ "fourcc": string; "name": string; "samples": number; "hz": number })[]; "cameraTags": number; "dropped"?: number; "added"?: { "format": "gpmf" | "djmd" | "insta360" | "rtmd" | "camm" | "dashcam" | "phone" | "virb" | "fit" | "gpx" | "tcx" | "kml" | "csv" | "srt"; "device": string | null; "begins": string | null; "seconds": number; "streams": (string)[]; "offset": number; "method": "recording" | "satellite" | "turns" | "clock" | "start" | "rider"; "confidence": number | null; "best": ({ "offset": number; "confidence": number | null })[] }; "pace"?: number } | null; "safety": ({ "kind": "impact" | "rollover"; "time": number; "stillSeconds": number; "value": number; "text": string })[] } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/ride-data": {
    /** Get the plots, the track and the markers of a ride; others get it without its rider's private places. Scope: videos:read. */
    get: {
    parameters: { query?: never; path: { "id": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "state": "ready" | "pending" | "none"; "series": ({ "measure": "speed" | "g" | "height" | "turn"; "stretches": (((number)[])[])[] })[]; "track": (((number)[])[])[]; "homeZoneHidden": boolean; "markers": ({ "kind": "jump" | "highlight"; "start": number; "end": number; "at": number; "text": string })[] } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/gauge-data": {
    /** Get what gauges show in some spans of a video, without its rider's private places. Scope: videos:read. */
    get: {
    parameters: { query: { "spans": string }; path: { "id": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "state": "ready" | "pending" | "none"; "ride": { "speed": ({ "start": number; "hz": number; "values": (number | null)[] })[]; "g": ({ "start": number; "hz": number; "values": (number | null)[] })[]; "height": ({ "start": number; "hz": number; "values": (number | null)[] })[]; "flights": ({ "start": number; "end": number })[]; "track": (((number)[])[])[]; "profile": (((number)[])[])[]; "topSpeed": number | null; "name": string } | null } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/rides/days": {
    /** List the days you filmed, newest first, each with its clips as one ride. Scope: videos:read. */
    get: {
    parameters: { query?: { "before"?: string; "limit"?: number }; path?: never }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "days": ({ "day": string; "videos": ({ "id": string; "title": string; "streamId": string | null; "duration": number })[]; "totals": { "distance": number | null; "topSpeed": number | null; "moving": number | null; "airtime": number | null; "climbed": number | null }; "records": ("topSpeed" | "airtime" | "distance" | "climbed")[] })[]; "records": ({ "kind": "topSpeed" | "airtime" | "distance" | "climbed"; "value": number; "day": string })[]; "next": string | null } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/same-ride": {
    /** List the videos of the same recording: your own, or everybody's for staff. Scope: videos:read. */
    get: {
    parameters: { query?: never; path: { "id": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "videos": ({ "id": string; "title": string; "createdAt": string; "by": "file" | "telemetry"; "sameRider": boolean })[] } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/ai-analyze": {
    /** Start the analysis, or start it again after it failed. Scope: videos:edit. */
    post: {
    parameters: { query?: never; path: { "id": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "runId": string; "aiProcessingStatus": "pending" | "processing" | "completed" | "failed" } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/ai-process": {
    /** The same as ai-analyze. Scope: videos:edit. */
    post: {
    parameters: { query?: never; path: { "id": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "runId": string; "aiProcessingStatus": "pending" | "processing" | "completed" | "failed" } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/enhance-metadata": {
    /** Replace title, description and tags with the generated ones. Scope: videos:edit. */
    post: {
    parameters: { query?: never; path: { "id": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "id": string; "userId": string; "title": string; "replacedTitle": string | null; "description": string; "category": "utv" | "atv" | "side-by-side" | "dirt-bike" | "rock-crawling" | "mud-bogging" | "trail-riding" | "racing"; "status": "uploading" | "processing" | "draft" | "pending" | "approved" | "rejected" | "published" | "failed"; "processingError": string | null; "keptUntil": string | null; "damage": { "promisedSeconds": number; "readableSeconds": number } | null; "duration": number; "width": number | null; "height": number | null; "createdAt": string; "publishedAt": string | null; "fileName": string; "fileSize": number | null; "views": number; "earnings": number; "aiEnhanced": boolean; "cfStreamId": string | null; "cfProcessingStatus": "inprogress" | "ready" | "error" | null; "cfReadyToStream": boolean; "thumbnailUrl": string | null; "aiProcessingStatus": "pending" | "processing" | "completed" | "failed" | null; "aiProcessingError": string | null; "aiProcessingStarted": string | null; "aiProcessingCompleted": string | null; "aiViralPotentialScore": number | null; "aiHighlights": string | null; "aiThumbnailRecommendations": string | null; "aiGeneratedTitle": string | null; "aiGeneratedDescription": string | null; "aiGeneratedTags": (string)[] | null } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/undo-enhance": {
    /** Bring back the title, description and tags from before. Scope: videos:edit. */
    post: {
    parameters: { query?: never; path: { "id": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "id": string; "userId": string; "title": string; "replacedTitle": string | null; "description": string; "category": "utv" | "atv" | "side-by-side" | "dirt-bike" | "rock-crawling" | "mud-bogging" | "trail-riding" | "racing"; "status": "uploading" | "processing" | "draft" | "pending" | "approved" | "rejected" | "published" | "failed"; "processingError": string | null; "keptUntil": string | null; "damage": { "promisedSeconds": number; "readableSeconds": number } | null; "duration": number; "width": number | null; "height": number | null; "createdAt": string; "publishedAt": string | null; "fileName": string; "fileSize": number | null; "views": number; "earnings": number; "aiEnhanced": boolean; "cfStreamId": string | null; "cfProcessingStatus": "inprogress" | "ready" | "error" | null; "cfReadyToStream": boolean; "thumbnailUrl": string | null; "aiProcessingStatus": "pending" | "processing" | "completed" | "failed" | null; "aiProcessingError": string | null; "aiProcessingStarted": string | null; "aiProcessingCompleted": string | null; "aiViralPotentialScore": number | null; "aiHighlights": string | null; "aiThumbnailRecommendations": string | null; "aiGeneratedTitle": string | null; "aiGeneratedDescription": string | null; "aiGeneratedTags": (string)[] | null } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/keep-title": {
    /** Keep the generated title that is shown in the place of the file's name. Scope: videos:edit. */
    post: {
    parameters: { query?: never; path: { "id": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "id": string; "userId": string; "title": string; "replacedTitle": string | null; "description": string; "category": "utv" | "atv" | "side-by-side" | "dirt-bike" | "rock-crawling" | "mud-bogging" | "trail-riding" | "racing"; "status": "uploading" | "processing" | "draft" | "pending" | "approved" | "rejected" | "published" | "failed"; "processingError": string | null; "keptUntil": string | null; "damage": { "promisedSeconds": number; "readableSeconds": number } | null; "duration": number; "width": number | null; "height": number | null; "createdAt": string; "publishedAt": string | null; "fileName": string; "fileSize": number | null; "views": number; "earnings": number; "aiEnhanced": boolean; "cfStreamId": string | null; "cfProcessingStatus": "inprogress" | "ready" | "error" | null; "cfReadyToStream": boolean; "thumbnailUrl": string | null; "aiProcessingStatus": "pending" | "processing" | "completed" | "failed" | null; "aiProcessingError": string | null; "aiProcessingStarted": string | null; "aiProcessingCompleted": string | null; "aiViralPotentialScore": number | null; "aiHighlights": string | null; "aiThumbnailRecommendations": string | null; "aiGeneratedTitle": string | null; "aiGeneratedDescription": string | null; "aiGeneratedTags": (string)[] | null } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/telemetry": {
    /** Add telemetry to a video: FIT, GPX, TCX, KML, CSV, .gcsv, SRT or an excerpt of the camera's original; a ride of another day only with otherDay. Scope: videos:edit. */
    post: {
    parameters: { query?: { "otherDay"?: string }; path: { "id": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "format": "gpmf" | "djmd" | "insta360" | "rtmd" | "camm" | "dashcam" | "phone" | "virb" | "fit" | "gpx" | "tcx" | "kml" | "csv" | "srt"; "device": string | null; "streams": ({ "fourcc": string; "name": string; "samples": number; "hz": number })[]; "cameraTags": number; "dropped"?: number; "added"?: { "format": "gpmf" | "djmd" | "insta360" | "rtmd" | "camm" | "dashcam" | "phone" | "virb" | "fit" | "gpx" | "tcx" | "kml" | "csv" | "srt"; "device": string | null; "begins": string | null; "seconds": number; "streams": (string)[]; "offset": number; "method": "recording" | "satellite" | "turns" | "clock" | "start" | "rider"; "confidence": number | null; "best": ({ "offset": number; "confidence": number | null })[] }; "pace"?: number } | null } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/videos/{id}/added-ride": {
    /** Get how fast the ride that you added to a video went, to lay the video on it. Scope: videos:read. */
    get: {
    parameters: { query?: never; path: { "id": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "begins": string | null; "seconds": number; "stepSeconds": number; "speeds": (number | null)[]; "chosen": number | null } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
    /** Lay a video on the ride that you added to it, and analyze it again. Scope: videos:edit. */
    put: {
    parameters: { query?: never; path: { "id": string } }
    requestBody: { content: { "application/json": { "offset": number | null } } }
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "runId": string; "aiProcessingStatus": "pending" | "processing" | "completed" | "failed" } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/earnings/projection": {
    /** What your videos would earn if published, at 1,000 views each. Scope: earnings:read. */
    get: {
    parameters: { query?: never; path?: never }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "projectedEarnings": number } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/earnings/report": {
    /** What was earned and paid out in a period. Scope: earnings:read. */
    get: {
    parameters: { query: { "startDate": string; "endDate": string; "timeZone"?: string }; path?: never }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "startDate": string; "endDate": string; "timeZone": string; "totalEarnings": number; "totalViews": number; "premiumViews": number; "totalPayouts": number; "breakdown": { "viewRevenue": number; "premiumViewRevenue": number; "subscriptionRevenue": number } } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/earnings/series": {
    /** The same period by day and by video. Scope: earnings:read. */
    get: {
    parameters: { query: { "startDate": string; "endDate": string; "timeZone"?: string }; path?: never }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "days": ({ "date": string; "earnings": number; "views": number })[]; "videos": ({ "videoId": string; "title": string | null; "earnings": number; "views": number })[] } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/revenue/transactions": {
    /** List every movement of your money with its explanation, newest first. Scope: earnings:read. */
    get: {
    parameters: { query?: { "cursor"?: string; "limit"?: number }; path?: never }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": ({ "id": string; "type": "view_revenue" | "premium_view_revenue" | "view_correction" | "premium_view_correction" | "premium_view_refunded" | "view_repriced" | "premium_view_repriced" | "payout" | "payout_returned"; "description": string; "createdAt": string; "creatorShare": number; "videoId": string | null; "platform": string | null })[] } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/earnings/budget": {
    /** Whether new views are posted at once or wait for the next month's budget; null: there is none. Scope: earnings:read. */
    get: {
    parameters: { query?: never; path?: never }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "state": "open" | "near" | "reached"; "until": string; "waitingViews": number } | null } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/earnings/statements": {
    /** List the months with movements, newest first. Scope: earnings:read. */
    get: {
    parameters: { query?: { "timeZone"?: string }; path?: never }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": ({ "month": string; "earnings": number; "payouts": number; "csvUrl": string; "pdfUrl": string })[] } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/earnings/statements/{month}.csv": {
    /** Download a month's statement as CSV. Scope: earnings:read. */
    get: {
    parameters: { query?: { "timeZone"?: string }; path: { "month": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "text/csv": string } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/earnings/statements/{month}.pdf": {
    /** Download a month's statement as PDF. Scope: earnings:read. */
    get: {
    parameters: { query?: { "timeZone"?: string }; path: { "month": string } }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/pdf": string } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
      422: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/payouts/summary": {
    /** Balance, threshold, next payout, and whether you can request one now. Scope: earnings:read. */
    get: {
    parameters: { query?: never; path?: never }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": { "pendingEarnings": number; "availableEarnings": number; "inTransit": number; "onHold": { "amount": number; "from": string; "until": string } | null; "holdDays": number; "payoutThreshold": number; "payoutFrequency": "weekly" | "monthly" | "quarterly"; "progress": number; "canRequest": boolean; "requestRefusal": string | null; "fee": number; "netAmount": number; "nextPayoutDate": string; "nextPayoutNote": string; "destination": { "method": "stripe" | "manual"; "ready": boolean; "message": string | null; "country": string | null; "currency": string | null } } } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
  "/api/payouts/history": {
    /** List your payouts, newest first. Scope: earnings:read. */
    get: {
    parameters: { query?: never; path?: never }
    requestBody?: never
    responses: {
      200: { headers: Record<string, unknown>; content: { "application/json": ({ "id": string; "userId": string; "amount": number; "fee": number; "netAmount": number; "returnedAmount": number; "method": "stripe" | "manual"; "status": "pending" | "processing" | "unknown" | "completed" | "failed"; "createdAt": string; "completedAt": string | null; "reason": string | null; "reasonCode": string | null; "whoMustAct": "creator" | "staff" | "platform" | null; "nextStep": string })[] } }
      401: { headers: Record<string, unknown>; content: { "application/json": Error } }
      403: { headers: Record<string, unknown>; content: { "application/json": Error } }
    }
  }
  }
}
