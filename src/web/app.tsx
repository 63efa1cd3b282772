/** The application: router, query cache, and what happens when a call says that the session is over. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { RouterProvider } from 'react-router/dom'
import type { AppRouter } from './shell/router.tsx'

export function App({ client, router }: { client: QueryClient; router: AppRouter }) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  )
}
