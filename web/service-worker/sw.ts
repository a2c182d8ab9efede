import { handlingOf } from './rules.ts'
import { worker } from './scope.ts'
import { receiveShare } from './share.ts'
import { answerAsset, answerFile, answerPage, dropOtherShells, storeShell } from './shell.ts'

// A new build waits until the last page of the old one is closed: no page ever runs on two builds.
worker.addEventListener('install', event => event.waitUntil(storeShell()))

worker.addEventListener('activate', event =>
  // No navigation preload: pages left to the server would be requested twice, and an emailed sign-in link
  // works once.
  event.waitUntil(Promise.all([dropOtherShells(), worker.clients.claim()])),
)

worker.addEventListener('fetch', event => {
  const { request } = event
  const handling = handlingOf(request, worker.location.origin)
  if (handling === 'share') event.respondWith(receiveShare(request))
  else if (handling === 'page') event.respondWith(answerPage(request))
  else if (handling === 'asset') event.respondWith(answerAsset(request))
  else if (handling === 'file') event.respondWith(answerFile(request))
})
