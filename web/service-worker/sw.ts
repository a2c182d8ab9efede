import { handlingOf } from './rules.ts'
import { worker } from './scope.ts'
import { receiveShare } from './share.ts'
import { answerAsset, answerFile, answerPage, dropOtherShells, storeShell } from './shell.ts'

// A new build waits until the last page of the old one is closed: no page ever runs on two builds.
worker.addEventListener('install', event => event.waitUntil(storeShell()))

worker.addEventListener('activate', event =>
  event.waitUntil(
    Promise.all([dropOtherShells(), worker.registration.navigationPreload?.enable(), worker.clients.claim()]),
  ),
)

worker.addEventListener('fetch', event => {
  const { request } = event
  const handling = handlingOf(request, worker.location.origin)
  if (handling === 'share') event.respondWith(receiveShare(request))
  else if (handling === 'page') event.respondWith(answerPage(event))
  else if (handling === 'asset') event.respondWith(answerAsset(request))
  else if (handling === 'file') event.respondWith(answerFile(request))
})
