/** In the place of what is on its way. */
export const Loading = () => (
  <p class="loading" role="status">
    Loading…
  </p>
);
