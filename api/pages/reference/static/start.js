// Draws the reference. Inline scripts are not allowed (see api/pages/html.py), so this is a file.
const answer = await fetch("/schema/openapi.json");
const spec = await answer.json();
spec.servers = [{ url: location.origin }]; // "Try it out" calls the server that serves this page
SwaggerUIBundle({
  spec,
  dom_id: "#swagger-container",
  deepLinking: true,
  // Drawing the 450 schemas takes seconds; each operation shows those it uses.
  defaultModelsExpandDepth: -1,
  defaultModelExpandDepth: 1,
  showCommonExtensions: true,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIBundle.SwaggerUIStandalonePreset],
});
