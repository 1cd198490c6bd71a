"use strict";

// Show the API's document with Swagger UI. A file of its own, for the content security policy forbids scripts in pages.
window.addEventListener("load", () => {
  const place = document.getElementById("swagger-ui");
  window.ui = window.SwaggerUIBundle({
    url: place.dataset.openapi,
    domNode: place,
    deepLinking: true,
    validatorUrl: null,
  });
});
