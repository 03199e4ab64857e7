// This site has no service worker. If one of an earlier site is still installed at this address, it is replaced by this
// one, which removes what the other has stored, removes itself and loads the open pages again.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        await caches.delete(name);
      }
      await self.registration.unregister();
      for (const client of await self.clients.matchAll({ type: 'window' })) {
        await client.navigate(client.url);
      }
    })(),
  );
});
