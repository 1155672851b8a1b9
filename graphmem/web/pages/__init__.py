"""The pages: what is known, about whom, why and since when, and putting it right."""
